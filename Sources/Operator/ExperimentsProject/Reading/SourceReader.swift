import Foundation
import MarkedYAML

/// Makes sources of what `source:` or `sources:` holds.
struct SourceReader {
    static let commonFields = ["kind", "name", "environment", "color"]

    static let fileFields = ["path"]
    static let emulatorFields = ["url", "project", "app_id", "api_key", "realtime"]
    static let firebaseFields = [
        "project", "app_id", "api_key", "google_services", "package", "base_url", "installations_url",
        "minimum_fetch_interval", "realtime",
    ]
    static let activeConfigFields = ["url", "user", "token", "bootstrapped"]
    static let variantsFields = ["path", "context", "forced", "seed", "assume"]
    static let allFields =
        fileFields + emulatorFields + firebaseFields + templateFields + activeConfigFields + variantsFields

    let record: RecordName
    let folder: String
    let field: FieldPath
    let node: YAMLNode
    let pairs: [YAMLPair]

    static func readOne(_ node: YAMLNode, _ folder: String, _ problems: inout ProblemCollector) -> ProjectSource? {
        let field = FieldPath.field("source")
        return SourceReader(node, isOnly: true, folder, field, &problems)?.read(&problems)
    }

    static func readList(_ node: YAMLNode, _ folder: String, _ problems: inout ProblemCollector) -> [ProjectSource] {
        guard let items = node.items, !items.isEmpty else {
            problems.addWrong("sources", of: .project, mustBe: "a list of at least one source", node, .root)
            return []
        }
        var sources: [ProjectSource] = []
        var places: [String: YAMLNode] = [:]
        for (index, item) in items.enumerated() {
            let field = FieldPath.item(index, of: "sources")
            guard let reader = SourceReader(item, isOnly: false, folder, field, &problems) else { continue }
            if let name = reader.pairs.first(where: { $0.key.text == "name" })?.value, let text = name.text {
                if let earlier = places[text] {
                    problems.add(
                        "another source is called '\(text)', at \(earlier.line):\(earlier.column)", at: name,
                        field.appending("name"))
                } else {
                    places[text] = name
                }
            } else {
                problems.add("a source of several needs a 'name'", at: item, field)
            }
            if let source = reader.read(&problems) { sources.append(source) }
        }
        return sources
    }

    private init?(
        _ node: YAMLNode, isOnly: Bool, _ folder: String, _ field: FieldPath, _ problems: inout ProblemCollector
    ) {
        guard let pairs = node.pairs else {
            let name = isOnly ? "'source'" : "each of 'sources'"
            problems.add("\(name) must hold fields such as 'kind' and 'path', found \(node.found)", at: node, field)
            return nil
        }
        record = .source(pairs.first { $0.key.text == "name" }?.value.text)
        (self.node, self.pairs, self.folder, self.field) = (node, pairs, folder, field)
    }

    func value(_ name: String) -> YAMLNode? {
        pairs.first { $0.key.text == name }?.value
    }

    private func read(_ problems: inout ProblemCollector) -> ProjectSource? {
        let kind = readKind(&problems)
        let name = value("name").map { problems.text("name", of: record, $0, field) }
        let environment = value("environment").flatMap { problems.text("environment", of: record, $0, field) }
        let color = value("color").flatMap { node in
            problems.word("color", of: record, node, field, among: EnvironmentColor.names + ["#rrggbb"]) {
                EnvironmentColor($0)
            }
        }
        let location: ProjectSource.Location? =
            switch kind {
            case .file: readFile(&problems)
            case .firebase: readFirebase(&problems)
            case .emulator: readEmulator(&problems)
            case .activeConfig: readActiveConfig(&problems)
            case .firebaseTemplate: readTemplate(&problems)
            case .variants: readVariants(&problems)
            case nil: nil
            }
        guard let kind, let location else { return nil }
        return ProjectSource(
            name: (name ?? nil) ?? kind.rawValue, location: location, environment: environment, color: color)
    }

    private func readKind(_ problems: inout ProblemCollector) -> SourceKind? {
        let known = SourceKind.names.joined(separator: ", ")
        guard let node = value("kind") else {
            let meant = refuseOthers(than: Self.allFields, &problems)
            if !meant.contains("kind") {
                problems.add("\(record.place ?? "the source") has no 'kind' (one of \(known))", at: self.node, field)
            }
            return nil
        }
        guard let text = problems.text("kind", of: record, node, field, "one of \(known)") else { return nil }
        guard let kind = SourceKind(rawValue: text) else {
            let hint = ProblemCollector.hint(for: text, among: SourceKind.names)
            problems.add("unknown kind of source '\(text)' \(hint)", at: node, field.appending("kind"))
            _ = refuseOthers(than: Self.allFields, &problems)
            return nil
        }
        return kind
    }

    /// Reports what is none of a kind's fields.
    ///
    /// - Returns: the fields that were probably meant.
    func refuseOthers(than own: [String], _ problems: inout ProblemCollector) -> Set<String> {
        var meant: Set<String> = []
        for pair in pairs {
            if let name = pair.key.text, own.contains(name) || Self.commonFields.contains(name) { continue }
            let near = problems.addUnknown(pair.key, in: record, known: Self.commonFields + own, field)
            if let near { meant.insert(near) }
        }
        return meant
    }

    /// Reports that a field is not there, unless it is there under a misspelt name.
    func missing(_ name: String, _ meant: Set<String>, _ why: String, _ problems: inout ProblemCollector) {
        guard !meant.contains(name) else { return }
        problems.add("\(record.place ?? "the source") has no '\(name)': \(why)", at: node, field)
    }
}

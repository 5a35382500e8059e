import Foundation
import MarkedYAML

/// Makes sources of what `source:` or `sources:` holds.
struct SourceReader {
    private static let commonFields = ["kind", "name", "environment", "color"]

    private let record: RecordName
    private let folder: String
    private let field: FieldPath
    private let node: YAMLNode
    private let pairs: [YAMLPair]

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

    private func value(_ name: String) -> YAMLNode? {
        pairs.first { $0.key.text == name }?.value
    }

    private func read(_ problems: inout ProblemCollector) -> ProjectSource? {
        guard let kind = readKind(&problems) else { return nil }
        let name = value("name").map { problems.text("name", of: record, $0, field) }
        let environment = value("environment").flatMap { problems.text("environment", of: record, $0, field) }
        let color = value("color").flatMap { node in
            problems.word("color", of: record, node, field, among: EnvironmentColor.names + ["#rrggbb"]) {
                EnvironmentColor($0)
            }
        }
        let location: ProjectSource.Location?
        switch kind {
        case .file: location = readFile(&problems)
        case .firebase: location = readFirebase(&problems)
        case .emulator: location = readEmulator(&problems)
        case .firebaseTemplate, .variants, .activeConfig: location = nil
        }
        guard let location else { return nil }
        return ProjectSource(
            name: (name ?? nil) ?? kind.rawValue, location: location, environment: environment, color: color)
    }

    private func readKind(_ problems: inout ProblemCollector) -> SourceKind? {
        let known = SourceKind.supportedNames.joined(separator: ", ")
        guard let node = value("kind") else {
            let place = record.place ?? "the source"
            problems.add("\(place) has no 'kind' (one of \(known))", at: self.node, field)
            return nil
        }
        guard let text = problems.text("kind", of: record, node, field, "one of \(known)") else { return nil }
        guard let kind = SourceKind(rawValue: text) else {
            let hint = ProblemCollector.hint(for: text, among: SourceKind.supportedNames)
            problems.add("unknown kind of source '\(text)' \(hint)", at: node, field.appending("kind"))
            return nil
        }
        guard kind.isSupported else {
            problems.add(
                "the kind of source '\(text)' is not supported by this build yet (it knows \(known))", at: node,
                field.appending("kind"))
            return nil
        }
        return kind
    }

    /// Reports what is none of a kind's fields.
    private func refuseOthers(than own: [String], _ problems: inout ProblemCollector) {
        for pair in pairs {
            if let name = pair.key.text, own.contains(name) || Self.commonFields.contains(name) { continue }
            problems.addUnknown(pair.key, in: record, known: own + Self.commonFields, field)
        }
    }

    private func missing(_ name: String, _ why: String, _ problems: inout ProblemCollector) {
        problems.add("\(record.place ?? "the source") has no '\(name)': \(why)", at: node, field)
    }

    private func readFile(_ problems: inout ProblemCollector) -> ProjectSource.Location? {
        refuseOthers(than: ["path"], &problems)
        guard let node = value("path") else {
            missing("path", "name a JSON or YAML file of key and value", &problems)
            return nil
        }
        return problems.path("path", of: record, node, field, in: folder).map { .file(path: $0) }
    }

    private func readEmulator(_ problems: inout ProblemCollector) -> ProjectSource.Location? {
        refuseOthers(than: ["url", "project", "app_id", "api_key"], &problems)
        let project = value("project").flatMap { problems.text("project", of: record, $0, field) }
        let appID = value("app_id").flatMap { readAppID($0, &problems) }
        let apiKey = value("api_key").flatMap { problems.secret("api_key", of: record, $0, field) }
        guard let node = value("url") else {
            missing("url", "say where the emulator listens, such as http://127.0.0.1:9199", &problems)
            return nil
        }
        guard let url = problems.url("url", of: record, node, field) else { return nil }
        return .emulator(EmulatorSourceSettings(url: url, project: project, appID: appID, apiKey: apiKey))
    }

    private func readAppID(_ node: YAMLNode, _ problems: inout ProblemCollector) -> String? {
        let expected = "an app's id such as 1:123456789012:ios:0a1b2c3d"
        guard let text = problems.text("app_id", of: record, node, field, expected) else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[0].isEmpty, Self.isMade(of: "0123456789", parts[1]),
            ["ios", "android", "web"].contains(parts[2]), Self.isMade(of: "0123456789abcdef", parts[3])
        else {
            problems.addWrong("app_id", of: record, mustBe: expected, node, field)
            return nil
        }
        return text
    }

    private static func isMade(of characters: String, _ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy(characters.contains)
    }
}

// MARK: - Firebase

extension SourceReader {
    private func readFirebase(_ problems: inout ProblemCollector) -> ProjectSource.Location? {
        refuseOthers(
            than: [
                "project", "app_id", "api_key", "google_services", "package", "base_url", "installations_url",
                "minimum_fetch_interval",
            ], &problems)
        let baseURL = value("base_url").flatMap { problems.url("base_url", of: record, $0, field) }
        let installationsURL = value("installations_url").flatMap {
            problems.url("installations_url", of: record, $0, field)
        }
        let interval = value("minimum_fetch_interval").flatMap {
            problems.duration("minimum_fetch_interval", of: record, $0, field, least: .zero)
        }
        let identity =
            value("google_services").map { readServicesFile($0, &problems) } ?? readIdentity(&problems)
        guard let identity else { return nil }
        return .firebase(
            FirebaseSourceSettings(
                identity: identity, baseURL: baseURL, installationsURL: installationsURL,
                minimumFetchInterval: interval))
    }

    private func readServicesFile(
        _ node: YAMLNode, _ problems: inout ProblemCollector
    ) -> FirebaseSourceSettings.Identity? {
        for name in ["project", "api_key"] {
            guard let pair = pairs.first(where: { $0.key.text == name }) else { continue }
            problems.add(
                "'\(name)' is already told by the file of 'google_services'; remove one of them", at: pair.key,
                field.appending(name))
        }
        let package = value("package").flatMap { problems.text("package", of: record, $0, field) }
        let appID = value("app_id").flatMap { readAppID($0, &problems) }
        return problems.path("google_services", of: record, node, field, in: folder).map {
            .servicesFile(path: $0, package: package, appID: appID)
        }
    }

    private func readIdentity(_ problems: inout ProblemCollector) -> FirebaseSourceSettings.Identity? {
        if let pair = pairs.first(where: { $0.key.text == "package" }) {
            problems.add(
                "'package' chooses among the apps of a 'google_services' file, and there is none", at: pair.key,
                field.appending("package"))
        }
        let project = value("project").flatMap { problems.text("project", of: record, $0, field, "a project's id") }
        let appID = value("app_id").flatMap { readAppID($0, &problems) }
        let apiKey = value("api_key").flatMap { problems.secret("api_key", of: record, $0, field) }
        let absent = ["project", "app_id", "api_key"].filter { value($0) == nil }
        if !absent.isEmpty {
            let names = absent.map { "'\($0)'" }.joined(separator: ", ")
            problems.add(
                "\(record.place ?? "the source") has no \(names): give 'project', 'app_id' and 'api_key', or the path of a "
                    + "'google_services' file", at: node, field)
        }
        guard let project, let appID, let apiKey else { return nil }
        return .fields(project: project, appID: appID, apiKey: apiKey)
    }
}

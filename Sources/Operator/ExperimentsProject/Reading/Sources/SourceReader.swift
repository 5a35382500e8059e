import ExperimentsCore
import MarkedYAML

/// Makes sources of what `source:` or `sources:` holds. The decoder stands at the source.
struct SourceReader {
    static let commonFields = ["kind", "name", "environment", "color"]

    static let fileFields = ["path"]
    static let emulatorFields = ["url", "project", "app_id", "api_key", "realtime"]
    static let firebaseFields = [
        "project", "app_id", "api_key", "google_services", "package", "base_url", "installations_url",
        "minimum_fetch_interval", "realtime", "country", "language",
    ]
    static let activeConfigFields = ["url", "user", "token", "bootstrapped"]
    static let variantsFields = ["path", "context", "forced", "seed", "assume"]
    static let allFields =
        fileFields + emulatorFields + firebaseFields + templateFields + activeConfigFields + variantsFields
        + ofrepFields + etcdFields + growthBookFields

    /// The fields; once the kind is known, also what the unknown ones were probably meant to be.
    private(set) var record: DocumentRecord<YAMLNode>
    let folder: String

    static func readOne(_ node: YAMLNode, _ folder: String, _ decoder: inout ProjectDecoder) -> ProjectSource? {
        decoder.enter("source")
        defer { decoder.leave() }
        var reader = SourceReader(node, folder, &decoder)
        return reader?.read(&decoder)
    }

    static func readList(_ node: YAMLNode, _ folder: String, _ decoder: inout ProjectDecoder) -> [ProjectSource] {
        guard let items = node.items, !items.isEmpty else {
            decoder.expected("a list of at least one source", at: "sources", found: node)
            return []
        }
        decoder.enter("sources")
        defer { decoder.leave() }
        var sources: [ProjectSource] = []
        var places: [String: YAMLNode] = [:]
        for (index, item) in items.enumerated() {
            decoder.enter(index)
            defer { decoder.leave() }
            guard var reader = SourceReader(item, folder, &decoder) else { continue }
            reader.checkName(among: &places, &decoder)
            if let source = reader.read(&decoder) { sources.append(source) }
        }
        return sources
    }

    private init?(_ node: YAMLNode, _ folder: String, _ decoder: inout ProjectDecoder) {
        let expected = "fields such as 'kind' and 'path'"
        guard let record = decoder.record(node, fields: nil, expected: expected) else { return nil }
        (self.record, self.folder) = (record, folder)
    }

    private func checkName(among places: inout [String: YAMLNode], _ decoder: inout ProjectDecoder) {
        guard let name = record["name"], let text = name.text else {
            return decoder.note("a source of several needs a 'name'", at: record.node)
        }
        if let earlier = places[text] {
            decoder.note(
                "another source is called '\(text)', at \(earlier.line):\(earlier.column)", at: name, .member("name"))
        } else {
            places[text] = name
        }
    }

    private mutating func read(_ decoder: inout ProjectDecoder) -> ProjectSource? {
        let kind = readKind(&decoder)
        let fields = kind.map(Self.fields) ?? Self.allFields
        decoder.noteUnknown(in: &record, fields: Self.commonFields + fields)
        if kind == nil, record["kind"] == nil {
            decoder.missing("kind", of: record, " (\(DocumentWords.one(of: SourceKind.names)))")
        }
        let name = decoder.line("name", of: record)
        let environment = decoder.line("environment", of: record)
        let color = record["color"].flatMap {
            decoder.word($0, at: "color", among: EnvironmentColor.names + ["#rrggbb"]) { EnvironmentColor($0) }
        }
        guard let kind, let location = readLocation(kind, &decoder) else { return nil }
        return ProjectSource(
            name: name ?? kind.rawValue, location: location, environment: environment, color: color)
    }

    private func readLocation(_ kind: SourceKind, _ decoder: inout ProjectDecoder) -> ProjectSource.Location? {
        switch kind {
        case .file: readFile(&decoder)
        case .firebase: readFirebase(&decoder)
        case .emulator: readEmulator(&decoder)
        case .activeConfig: readActiveConfig(&decoder)
        case .firebaseTemplate: readTemplate(&decoder)
        case .variants: readVariants(&decoder)
        case .ofrep: readOFREP(&decoder)
        case .etcd: readEtcd(&decoder)
        case .growthBook: readGrowthBook(&decoder)
        }
    }

    private static func fields(of kind: SourceKind) -> [String] {
        switch kind {
        case .file: fileFields
        case .firebase: firebaseFields
        case .emulator: emulatorFields
        case .activeConfig: activeConfigFields
        case .firebaseTemplate: templateFields
        case .variants: variantsFields
        case .ofrep: ofrepFields
        case .etcd: etcdFields
        case .growthBook: growthBookFields
        }
    }

    private func readKind(_ decoder: inout ProjectDecoder) -> SourceKind? {
        record["kind"].flatMap { decoder.word($0, at: "kind", among: SourceKind.names, SourceKind.init) }
    }
}

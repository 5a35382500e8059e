import ExperimentsCore
import ExperimentsYAML

/// Reads sources from `source:` or `sources:`. The decoder must be at the source.
struct SourceReader {
    static let commonFields = ["kind", "name", "environment", "color"]

    /// The fields, with suggestions for unknown ones as soon as the kind is known.
    private(set) var record: DocumentRecord<YAMLNode>
    let folder: String

    static func readOne(_ node: YAMLNode, in folder: String, _ decoder: inout ProjectDecoder)
        -> ProjectSource?
    {
        decoder.enter("source")
        defer { decoder.leave() }
        var reader = SourceReader(node, in: folder, &decoder)
        return reader?.read(&decoder)
    }

    static func readList(_ node: YAMLNode, in folder: String, _ decoder: inout ProjectDecoder)
        -> [ProjectSource]
    {
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
            guard var reader = SourceReader(item, in: folder, &decoder) else { continue }
            reader.checkName(among: &places, &decoder)
            if let source = reader.read(&decoder) { sources.append(source) }
        }
        return sources
    }

    private init?(_ node: YAMLNode, in folder: String, _ decoder: inout ProjectDecoder) {
        let expected = "fields such as `kind` and `path`"
        guard let record = decoder.record(node, fields: nil, expected: expected) else { return nil }
        self.record = record
        self.folder = folder
    }

    private func checkName(among places: inout [String: YAMLNode], _ decoder: inout ProjectDecoder) {
        guard let name = record["name"], let text = name.text else {
            return decoder.note("a source needs a `name` if there are several", at: record.node)
        }
        if let earlier = places[text] {
            decoder.note(
                "source \"\(text)\" is declared twice: first at \(earlier.line):\(earlier.column)", at: name,
                .member("name"))
        } else {
            places[text] = name
        }
    }

    private mutating func read(_ decoder: inout ProjectDecoder) -> ProjectSource? {
        let names = SourceKind.all.map(\.name)
        let kind = record["kind"].flatMap { node -> SourceKind? in
            guard let other = node.text, let advice = OtherSystem.advice(onKind: other) else {
                return decoder.word(node, at: "kind", among: names, SourceKind.init(named:))
            }
            decoder.note("no source has the kind \(Quotation.of(other)); \(advice)", at: node)
            return nil
        }
        // Several kinds have a field of the same name.
        var listed = Set<String>()
        let fields = kind?.fields ?? SourceKind.all.flatMap(\.fields).filter { listed.insert($0).inserted }
        decoder.noteUnknown(in: &record, fields: Self.commonFields + fields)
        if kind == nil, record["kind"] == nil {
            decoder.missing("kind", of: record, " (\(DocumentWords.one(of: names)))")
        }
        let name = decoder.line("name", of: record)
        let environment = decoder.line("environment", of: record)
        let color = record["color"].flatMap {
            decoder.word($0, at: "color", among: EnvironmentColor.names + ["#rrggbb"]) {
                EnvironmentColor($0)
            }
        }
        // A cluster's reader reads its own, also for a team.
        let tls = kind != .etcd && fields.contains("tls") ? readTLS(&decoder) : nil
        guard let kind, let settings = kind.read(self, &decoder) else { return nil }
        return ProjectSource(
            name: name ?? kind.name, settings: settings, environment: environment, color: color, tls: tls)
    }

    private func readTLS(_ decoder: inout ProjectDecoder) -> TLSFiles? {
        let files = TLSFiles.read(of: record, in: folder, &decoder)
        guard let node = record["tls"] else { return nil }
        if record["path"] != nil {
            decoder.refuse("is for a server, but `path` names a file; remove one of them", at: "tls", node)
        }
        for name in ["url", "host", "base_url", "installations_url"]
        where record[name]?.text?.lowercased().hasPrefix("http://") == true {
            decoder.refuse("needs a `\(name)` that begins with https://", at: "tls", node)
        }
        return files
    }
}

/// Reads fields that several kinds of sources have.
extension SourceReader {
    func readRealtime(_ decoder: inout ProjectDecoder) -> Bool? {
        record["realtime"].flatMap { decoder.onOrOff($0, at: "realtime") }
    }

    func readAppID(_ decoder: inout ProjectDecoder) -> String? {
        let expected = "an app ID such as 1:123456789012:ios:0a1b2c3d"
        guard let text = decoder.line("app_id", of: record, expected: expected) else { return nil }
        let parts = text.split(scalar: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[0].isEmpty, Self.isMade(of: "0123456789", parts[1]),
            ["ios", "android", "web"].contains(parts[2]), Self.isMade(of: "0123456789abcdef", parts[3])
        else { return decoder.expected(expected, at: "app_id", found: record["app_id"]) }
        return text
    }

    private static func isMade(of characters: String, _ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy(characters.contains)
    }

    /// Reads the attributes of a user: each a name and any value, a scalar as written in YAML.
    func readContext(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [String: JSONValue] {
        guard let pairs = node.pairs else {
            decoder.expected("names and values such as user_id: 42", at: "context", found: node)
            return [:]
        }
        decoder.enter("context")
        defer { decoder.leave() }
        var context: [String: JSONValue] = [:]
        for pair in pairs {
            guard let name = readName(pair.key, &decoder) else { continue }
            do {
                context[name] = try JSONValue(parsing: try pair.value.jsonText())
            } catch let problem as YAMLProblem {
                decoder.add(problem, at: name)
            } catch {
                decoder.refuse("is not JSON: \(error)", at: name, pair.value)
            }
        }
        return context
    }

    func readName(_ key: YAMLNode, _ decoder: inout ProjectDecoder) -> String? {
        if let text = key.text { return text }
        return decoder.expected("names", found: key)
    }

    /// Notes a field that is not allowed together with others.
    func refuse(_ name: String, because reason: String, _ decoder: inout ProjectDecoder) {
        decoder.add(DocumentFault(decoder.path[name], reason, at: record.location(of: name)))
    }
}

import ExperimentsCore
import ExperimentsSupport
import MarkedYAML

/// Makes a ``Project`` of a YAML tree, noting everything that is wrong on the way.
struct ProjectReader {
    static let fields = [
        "source", "sources", "refresh", "overrides", "confirm", "theme", "background", "bindings", "notify", "personas",
        "commands", "serve", "keys", "keep", "experiments", "metrics", "events", "code",
    ]

    private(set) var decoder: ProjectDecoder
    private let root: YAMLNode?
    private let folder: String
    /// The path of the file, as messages show it.
    private let file: String
    private let vocabulary: ProjectVocabulary

    init(_ root: YAMLNode?, folder: String, file: String, vocabulary: ProjectVocabulary) {
        decoder = ProjectDecoder(subject: ProjectNames(root: root).subject)
        (self.root, self.folder, self.file, self.vocabulary) = (root, folder, file, vocabulary)
    }

    /// The project; nil, or not to be used, if problems were noted.
    mutating func read() -> Project? {
        guard let root else {
            let message = "the file is empty; use `experiments init --force` to write one to start from"
            decoder.add(DocumentFault(DocumentPath(), message, at: DocumentLocation(line: 1, column: 1)))
            return nil
        }
        let expected = "fields such as `source:` and `keys:`"
        guard let record = decoder.record(root, fields: Self.fields, expected: expected) else { return nil }
        var project = Project(folder: folder, sources: [])
        if let node = record["refresh"] { project.refresh = readRefresh(node) }
        if let node = record["overrides"] {
            OverridesReader(folder: folder).read(node, into: &project, &decoder)
        }
        project.asksFirst = decoder.truth("confirm", of: record) ?? true
        let appearance = AppearanceReader(file: file, folder: folder, vocabulary: vocabulary)
        project.theme = record["theme"].flatMap { appearance.theme($0, &decoder) }
        project.keepsTerminalBackground = record["background"].flatMap { appearance.background($0, &decoder) } ?? false
        if let node = record["bindings"] { project.bindings = appearance.bindings(node, &decoder) }
        if let node = record["commands"] {
            project.commands = CommandsReader(file: file, vocabulary: vocabulary).read(node, &decoder)
        }
        if let node = record["keys"] { project.keys = CatalogReader.read(node, &decoder) }
        if let node = record["keep"], !node.isNull { project.keptKeys = readKeptKeys(node) }
        if let node = record["notify"], !node.isNull {
            let declared = Set(project.keys.map(\.name))
            project.notifications = NotificationReader.read(node, declared: declared, &decoder)
        }
        if let node = record["personas"] { project.personas = PersonasReader.read(node, &decoder) }
        if let node = record["metrics"] { project.metrics = MetricsReader.read(node, &decoder) }
        if let node = record["experiments"] {
            let reader = ExperimentsReader(
                keys: Set(project.keys.map(\.name)), metrics: Set(project.metrics.map(\.name)))
            project.experiments = reader.read(node, &decoder)
        }
        if let node = record["events"] { EventsReader.read(node, into: &project, &decoder) }
        if let node = record["code"] { project.codeReaders = CodeSectionReader.read(node, &decoder) }
        project.sources = readSources(record)
        if let node = record["serve"] {
            project.serving = ServingReader.read(
                node, sources: project.sources.map(\.name), in: folder, &decoder)
        }
        return project
    }

    private mutating func readSources(_ record: DocumentRecord<YAMLNode>) -> [ProjectSource] {
        switch (record["source"], record["sources"]) {
        case (let node?, nil): return SourceReader.readOne(node, in: folder, &decoder).map { [$0] } ?? []
        case (nil, let node?): return SourceReader.readList(node, in: folder, &decoder)
        case (_?, _?):
            let places = ["source", "sources"].compactMap { record.location(of: $0) }
            let later = places.max { ($0.line, $0.column) < ($1.line, $1.column) }
            decoder.add(
                DocumentFault(DocumentPath(), "a project has either `source` or `sources`, not both", at: later))
        case (nil, nil):
            guard record.meant.allSatisfy({ $0 != "source" && $0 != "sources" }) else { break }
            decoder.note("`source` is missing: say where values come from", at: record.node)
        }
        return []
    }

    /// The names of parameters, of which the project declares only those that the app reads.
    private mutating func readKeptKeys(_ node: YAMLNode) -> Set<String> {
        Set((node.items ?? [node]).compactMap { decoder.line($0, at: "keep", expected: "keys such as [api_url]") })
    }

    private mutating func readRefresh(_ node: YAMLNode) -> Duration? {
        if node.text == "off" { return nil }
        return decoder.duration(node, at: "refresh", least: .seconds(1), or: "off")
    }
}

/// Makes keys from `keys:`.
enum CatalogReader {
    static func read(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [CatalogKey] {
        if node.isNull { return [] }
        decoder.enter("keys")
        defer { decoder.leave() }
        guard let items = decoder.list(node, expected: "a list of keys, such as `- {name: trial_days, type: int}`")
        else { return [] }
        var keys: [CatalogKey] = []
        keys.reserveCapacity(items.count)
        var places = [String: Int](minimumCapacity: items.count)
        for (index, item) in items.enumerated() {
            decoder.enter(index)
            defer { decoder.leave() }
            guard let record = KeyRecord(item, &decoder) else { continue }
            if let name = record.name, let earlier = places.updateValue(index, forKey: name) {
                refuse(items[index], named: name, first: items[earlier], &decoder)
            }
            if let key = record.key(&decoder) { keys.append(key) }
        }
        return keys
    }

    private static func refuse(
        _ second: YAMLNode, named name: String, first: YAMLNode, _ decoder: inout ProjectDecoder
    ) {
        let place = first["name"] ?? first
        decoder.note(
            "key \"\(name)\" is declared twice: first at \(place.line):\(place.column)", at: second["name"] ?? second,
            .member("name"))
    }
}

/// Reads `personas:`.
enum PersonasReader {
    static func read(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [ProjectPersona] {
        if node.isNull { return [] }
        guard let pairs = node.pairs else {
            decoder.expected(
                "personas with their attributes, such as beta tester: {country: NO}", at: "personas", found: node)
            return []
        }
        decoder.enter("personas")
        defer { decoder.leave() }
        return pairs.compactMap { pair in
            guard let name = pair.key.text, !name.isEmpty else {
                decoder.expected("the name of a persona", found: pair.key)
                return nil
            }
            if let problem = FileNameProblem(name, of: "persona", such: "beta tester") {
                decoder.note(problem.message, at: pair.key, .member(name))
                return nil
            }
            guard !name.contains(scalar: "=") else {
                decoder.note(
                    "\(Quotation.of(name)) cannot be the name of a persona: --as reads it as NAME=VALUE", at: pair.key,
                    .member(name))
                return nil
            }
            return decoder.persona(pair.value, at: name).map { ProjectPersona(name: name, fields: $0) }
        }
    }
}

extension ProjectDecoder {
    /// Reads the attributes of a user: names, and scalars, lists or mappings of scalars; nil for anything else.
    mutating func persona(_ node: YAMLNode, at name: String) -> [String: JSONValue]? {
        guard node.pairs != nil else {
            expected("fields such as device.country: GB", at: name, found: node)
            return nil
        }
        do throws(YAMLProblem) {
            let text = try node.jsonText()
            let members = (try? JSONValue(parsing: text))?.object?.members ?? []
            return Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
        } catch {
            add(error, at: name)
            return nil
        }
    }
}

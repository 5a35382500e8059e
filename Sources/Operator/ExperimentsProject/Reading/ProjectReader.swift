import ExperimentsCore
import ExperimentsYAML

/// Reads a ``Project`` from a YAML tree, and notes all problems.
struct ProjectReader {
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

    /// Returns the project. It is nil, or must not be used, if problems were noted.
    mutating func read() -> Project? {
        guard let root else {
            decoder.noteEmptyFile()
            return nil
        }
        let expected = "fields such as `source:` and `keys:`"
        guard let record = decoder.record(root, fields: ProjectFile.fields, expected: expected) else {
            return nil
        }
        var project = Project(folder: folder, sources: [])
        if let node = record["refresh"] { project.refresh = readRefresh(node) }
        if let node = record["overrides"] { decoder.readOverrides(node, in: folder, into: &project) }
        project.asksFirst = decoder.truth("confirm", of: record) ?? true
        project.theme = record["theme"].flatMap { decoder.readTheme($0, in: folder, vocabulary) }
        project.keepsTerminalBackground = record["background"].flatMap { decoder.readBackground($0) } ?? false
        if let node = record["bindings"] {
            project.bindings = decoder.readBindings(node, of: file, vocabulary)
        }
        if let node = record["commands"] {
            project.commands = CommandsReader(file: file, vocabulary: vocabulary).read(node, &decoder)
        }
        if let node = record["keys"] { project.keys = decoder.readKeys(node) }
        if let node = record["keep"], !node.isNull { project.keptKeys = readKeptKeys(node) }
        if let node = record["notify"], !node.isNull {
            project.notifications = decoder.readNotifications(node, declared: Set(project.keys.map(\.name)))
        }
        if let node = record["personas"] { project.personas = decoder.readPersonas(node) }
        if let node = record["metrics"] { project.metrics = decoder.readMetrics(node) }
        if let node = record["experiments"] {
            project.experiments = decoder.readExperiments(
                node, keys: Set(project.keys.map(\.name)), metrics: Set(project.metrics.map(\.name)))
        }
        if let node = record["events"] { decoder.readEvents(node, into: &project) }
        if let node = record["warehouse"] {
            project.warehouse = decoder.readWarehouse(
                node, for: project.metrics, besideTimeZone: project.eventFiles.timeZone != nil)
        }
        if let node = record["code"] { decoder.readCode(node, into: &project) }
        project.sources = readSources(record)
        if let node = record["rollouts"] { project.rollouts = decoder.readRollouts(node, of: project) }
        if let node = record["mcp"] {
            project.assistants = decoder.readAssistants(node, sources: project.sources.map(\.name))
        }
        if let node = record["serve"] {
            project.serving = decoder.readServing(node, sources: project.sources.map(\.name), in: folder)
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
                DocumentFault(
                    DocumentPath(), "a project has either `source` or `sources`, not both", at: later))
        case (nil, nil):
            guard record.meant.allSatisfy({ $0 != "source" && $0 != "sources" }) else { break }
            decoder.note(
                "`source` is missing: set it to the source of the values, such as {kind: file, path: values.json}",
                at: record.node)
        }
        return []
    }

    /// Reads the names of parameters. The project declares only those that the app reads.
    private mutating func readKeptKeys(_ node: YAMLNode) -> Set<String> {
        Set(
            (node.items ?? [node]).compactMap {
                decoder.line($0, at: "keep", expected: "keys such as [api_url]")
            })
    }

    private mutating func readRefresh(_ node: YAMLNode) -> Duration? {
        if node.text == "off" { return nil }
        return decoder.duration(node, at: "refresh", least: .seconds(1), or: "off")
    }
}

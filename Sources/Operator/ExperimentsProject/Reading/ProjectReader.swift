import ExperimentsCore
import MarkedYAML

/// Makes a ``Project`` of a YAML tree, noting everything that is wrong on the way.
struct ProjectReader {
    static let fields = ["source", "sources", "refresh", "overrides", "confirm", "theme", "bindings", "notify", "keys"]

    var problems = ProblemCollector()
    private let folder: String
    private let vocabulary: ProjectVocabulary

    init(folder: String, vocabulary: ProjectVocabulary) {
        self.folder = folder
        self.vocabulary = vocabulary
    }

    /// The project; nil, or not to be used, if problems were noted.
    mutating func read(_ root: YAMLNode?) -> Project? {
        guard let root else {
            problems.add("the file is empty; `experiments init` writes one to start from", line: 1, column: 1)
            return nil
        }
        guard let pairs = root.pairs else {
            problems.add("expected fields such as 'source:' and 'keys:', found \(root.found)", at: root, .root)
            return nil
        }
        var project = Project(folder: folder, sources: [])
        var misspelt: Set<String> = []
        var single: YAMLPair?
        var several: YAMLPair?
        var notify: YAMLNode?
        for pair in pairs {
            let node = pair.value
            switch pair.key.text {
            case "source": single = pair
            case "sources": several = pair
            case "refresh": project.refresh = readRefresh(node)
            case "overrides":
                var paths = readOverrides(node)
                project.overridesPath = paths.popLast() ?? project.overridesPath
                project.sharedOverridesPaths = paths
            case "confirm":
                project.asksFirst = problems.truth("confirm", of: .project, node, .root) ?? true
            case "theme": project.theme = readTheme(node)
            case "bindings": project.bindings = readBindings(node)
            case "notify": notify = node
            case "keys": project.keys = CatalogReader.read(node, &problems)
            default:
                let meant = problems.addUnknown(pair.key, in: .project, known: Self.fields, .root)
                if let meant { misspelt.insert(meant) }
            }
        }
        if let notify, !notify.isNull {
            // After the keys that it names, wherever it stands.
            let declared = Set(project.keys.map(\.name))
            project.notifications = NotificationReader.read(notify, declared: declared, &problems)
        }
        if single == nil, several == nil, !misspelt.isDisjoint(with: ["source", "sources"]) { return project }
        project.sources = readSources(single, several, root)
        return project
    }

    private mutating func readSources(_ single: YAMLPair?, _ several: YAMLPair?, _ root: YAMLNode) -> [ProjectSource] {
        switch (single, several) {
        case (let pair?, nil):
            return SourceReader.readOne(pair.value, folder, &problems).map { [$0] } ?? []
        case (nil, let pair?):
            return SourceReader.readList(pair.value, folder, &problems)
        case (let first?, let second?):
            let later = first.key.line > second.key.line ? first : second
            problems.add("a project has either 'source' or 'sources', not both", at: later.key, .root)
        case (nil, nil):
            problems.add("'source' is missing: say where values come from", at: root, .root)
        }
        return []
    }

    private mutating func readRefresh(_ node: YAMLNode) -> Duration? {
        if node.text == "off" { return nil }
        return problems.duration("refresh", of: .project, node, .root, least: .seconds(1), or: "off")
    }

    /// One path, or several, the lowest layer first.
    private mutating func readOverrides(_ node: YAMLNode) -> [String] {
        guard let items = node.items else {
            return problems.path("overrides", of: .project, node, .root, in: folder).map { [$0] } ?? []
        }
        guard !items.isEmpty else {
            problems.addWrong(
                "overrides", of: .project, mustBe: "a path, or a list of paths of which the last is written to", node,
                .root)
            return []
        }
        var places: [String: YAMLNode] = [:]
        var paths: [String] = []
        for (index, item) in items.enumerated() {
            guard let path = problems.path("overrides", of: .project, item, .root, in: folder) else { continue }
            if let earlier = places[path] {
                problems.add(
                    "this layer of 'overrides' is named already, at \(earlier.line):\(earlier.column)", at: item,
                    FieldPath.field("overrides").appending(index))
            }
            places[path] = item
            paths.append(path)
        }
        return paths
    }

    private mutating func readTheme(_ node: YAMLNode) -> String? {
        guard
            let text = problems.text("theme", of: .project, node, .root, "the name of a theme or the path of its file")
        else { return nil }
        if text.contains("/") || text.hasSuffix(".yaml") || text.hasSuffix(".yml") {
            return problems.path("theme", of: .project, node, .root, in: folder)
        }
        if let themes = vocabulary.themes, !themes.contains(text) {
            problems.add(
                "unknown theme '\(text)' \(ProblemCollector.hint(for: text, among: themes))", at: node,
                .field("theme"))
        }
        return text
    }

    private mutating func readBindings(_ node: YAMLNode) -> [ProjectBinding] {
        if node.isNull { return [] }
        guard let pairs = node.pairs else {
            problems.addWrong(
                "bindings", of: .project, mustBe: "actions with their keys, such as refetch: [r, F5]", node, .root)
            return []
        }
        let field = FieldPath.field("bindings")
        return pairs.compactMap { pair in
            guard let action = pair.key.text, !action.isEmpty else {
                problems.add("expected the name of an action, found \(pair.key.found)", at: pair.key, field)
                return nil
            }
            if let actions = vocabulary.actions, !actions.contains(action) {
                problems.add(
                    "unknown action '\(action)' in 'bindings' \(ProblemCollector.hint(for: action, among: actions))",
                    at: pair.key, field.appending(action))
            }
            return ProjectBinding(action: action, keys: readBoundKeys(action, pair.value, field.appending(action)))
        }
    }

    private mutating func readBoundKeys(_ action: String, _ node: YAMLNode, _ field: FieldPath) -> [String] {
        (node.items ?? [node]).compactMap { item in
            // `~` is null to YAML and a key to a keyboard.
            guard let text = item.text, !text.isEmpty else {
                problems.add(
                    "the keys of action '\(action)' must be keys such as r, F5 or ctrl-r, found \(item.found)",
                    at: item, field)
                return nil
            }
            guard vocabulary.isKey(text) else {
                problems.add(
                    "'\(text)' is no key that action '\(action)' can be bound to; write r, F5, ctrl-r or alt-b",
                    at: item, field)
                return nil
            }
            return text
        }
    }
}

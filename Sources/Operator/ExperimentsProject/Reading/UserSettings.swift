import ExperimentsCore
import ExperimentsYAML

/// The settings of a user for all projects. Project files take precedence.
package struct UserSettings: Sendable, Hashable {
    /// How text is copied.
    package enum Clipboard: String, Sendable, Hashable, CaseIterable {
        /// In every way that works here.
        case auto
        /// Only through the terminal.
        case terminal
        /// Only by programs of this machine: tmux, and those of the desktop.
        case programs
    }

    /// The name of the dashboard's theme, or the path of its file.
    package var theme: String?
    /// Keys of the dashboard.
    package var bindings: [ProjectBinding] = []
    /// Programs that the dashboard can run.
    package var commands: [ProjectCommand] = []
    /// Whether the dashboard uses the mouse.
    package var usesMouse: Bool?
    /// The name that is stored with changes.
    package var author: String?
    /// How text is copied.
    package var clipboard = Clipboard.auto
    /// Whether places in files are links; nil if that depends on the terminal.
    package var showsLinks: Bool?
    /// Whether only ASCII is drawn and printed; nil if that depends on the terminal.
    package var usesASCII: Bool?

    package static let fields = [
        "theme", "bindings", "commands", "mouse", "author", "clipboard", "links", "ascii",
    ]
    private static let largestFile = 1 << 20

    /// Creates settings that change nothing.
    package init() {}

    /// Reads the file of a user's settings and checks its content.
    ///
    /// - Throws: ``ProjectProblems`` with all mistakes in the file.
    package init(readingFileAt path: String, vocabulary: ProjectVocabulary = .open) throws(ProjectProblems) {
        let bytes = try FileBytes.read(path, limit: Self.largestFile) { ProjectProblems(path, $0) }
        try self.init(parsing: String(decoding: bytes, as: UTF8.self), path: path, vocabulary: vocabulary)
    }

    /// Reads the text of such a file.
    ///
    /// - Parameter path: the path of the file, from which relative paths in it start.
    /// - Throws: ``ProjectProblems`` with all mistakes in the text.
    package init(parsing text: String, path: String, vocabulary: ProjectVocabulary = .open)
        throws(ProjectProblems)
    {
        let root: YAMLNode?
        do throws(YAMLProblem) {
            root = try YAMLNode(parsing: text)
        } catch {
            let problem = ProjectProblem(error.message, line: error.line, column: error.column)
            throw ProjectProblems(file: path, [problem], text: text)
        }
        // A file of comments alone sets nothing.
        guard let root, !root.isNull else { return }
        var decoder = ProjectDecoder(subject: ProjectNames(root: root).subject)
        read(root, path, vocabulary, &decoder)
        guard decoder.errorCount == 0 else {
            throw ProjectProblems(file: path, ProjectProblem.inOrder(decoder.faults), text: text)
        }
    }

    private mutating func read(
        _ root: YAMLNode, _ path: String, _ vocabulary: ProjectVocabulary, _ decoder: inout ProjectDecoder
    ) {
        let expected = "fields such as `theme:` and `bindings:`"
        guard let record = decoder.record(root, fields: Self.fields, expected: expected) else { return }
        theme = record["theme"].flatMap {
            decoder.readTheme($0, in: ProjectFile.folder(of: path), vocabulary)
        }
        if let node = record["bindings"] { bindings = decoder.readBindings(node, of: path, vocabulary) }
        if let node = record["commands"] {
            commands = CommandsReader(file: path, isUsersOwn: true, vocabulary: vocabulary).read(
                node, &decoder)
        }
        usesMouse = record["mouse"].flatMap { decoder.onOrOff($0, at: "mouse") }
        author = decoder.line("author", of: record, expected: "a name")
        showsLinks = record["links"].flatMap { decoder.onOrOff($0, at: "links") }
        usesASCII = record["ascii"].flatMap { decoder.onOrOff($0, at: "ascii") }
        guard let node = record["clipboard"] else { return }
        if let choice = node.text.flatMap(Clipboard.init) {
            clipboard = choice
        } else {
            let names = Clipboard.allCases.map(\.rawValue).joined(separator: ", ")
            decoder.expected("one of \(names)", at: "clipboard", found: node)
        }
    }

    /// Returns the keys of the user with those of a project. A key that the project gives to another action is the
    /// project's.
    package func bindings(below project: [ProjectBinding]) -> [ProjectBinding] {
        let actions = Set(project.map(\.action))
        let taken = Set(project.flatMap(\.keys))
        let own = bindings.filter { !actions.contains($0.action) }.map { binding in
            var binding = binding
            binding.keys.removeAll(where: taken.contains)
            return binding
        }
        return own + project
    }

    /// Returns the commands of the user that a project does not replace: those with other names, without the keys that
    /// the project binds.
    package func commands(below project: [ProjectCommand], _ bindings: [ProjectBinding]) -> [ProjectCommand] {
        let names = Set(project.map(\.name))
        let taken = Set(project.flatMap(\.keys) + bindings.flatMap(\.keys))
        return commands.filter { !names.contains($0.name) }.map { command in
            var command = command
            command.keys.removeAll(where: taken.contains)
            return command
        }
    }
}

import ExperimentsCore
import ExperimentsYAML

extension Project {
    /// Reads a project file and checks its content.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - shownPath: the path as messages show it; `path` if nil.
    ///   - vocabulary: the names that the dashboard knows.
    /// - Throws: ``ProjectProblems`` with all mistakes in the file.
    public init(
        readingFileAt path: String, shownAs shownPath: String? = nil, vocabulary: ProjectVocabulary = .open
    ) throws(ProjectProblems) {
        let shownPath = shownPath ?? path
        let bytes = try FileBytes.read(path, limit: ProjectFile.largestFile) {
            ProjectProblems(shownPath, $0)
        }
        // The tree of a large file takes ten times as much memory as its keys.
        defer { if bytes.count > 2 << 20 { FreedMemory.giveBack() } }
        try self.init(
            path: path, shownAs: shownPath, vocabulary, text: { String(decoding: bytes, as: UTF8.self) }
        ) {
            () throws(YAMLProblem) in try YAMLNode(parsing: bytes)
        }
    }

    /// Reads the text of a project file.
    ///
    /// - Parameters:
    ///   - text: the content.
    ///   - path: the path of the file, from which relative paths in it start.
    ///   - shownPath: the path as messages show it; `path` if nil.
    ///   - vocabulary: the names that the dashboard knows.
    /// - Throws: ``ProjectProblems`` with all mistakes in the text.
    public init(
        parsing text: String, path: String, shownAs shownPath: String? = nil,
        vocabulary: ProjectVocabulary = .open
    ) throws(ProjectProblems) {
        try self.init(path: path, shownAs: shownPath ?? path, vocabulary, text: { text }) {
            () throws(YAMLProblem) in try YAMLNode(parsing: text)
        }
    }

    private init(
        path: String, shownAs shownPath: String, _ vocabulary: ProjectVocabulary, text: () -> String,
        tree: () throws(YAMLProblem) -> YAMLNode?
    ) throws(ProjectProblems) {
        let root: YAMLNode?
        do throws(YAMLProblem) {
            root = try tree()
        } catch {
            let problem = ProjectProblem(error.message, line: error.line, column: error.column)
            throw ProjectProblems(file: shownPath, [problem], text: text())
        }
        var reader = ProjectReader(
            root, folder: ProjectFile.folder(of: path), file: shownPath, vocabulary: vocabulary)
        guard let project = reader.read(), reader.decoder.errorCount == 0 else {
            throw ProjectProblems(
                file: shownPath, ProjectProblem.inOrder(reader.decoder.faults), text: text())
        }
        self = project
    }
}

/// The names from the dashboard, for checking a project file.
public struct ProjectVocabulary: Sendable {
    /// The names of actions that keys can be bound to; nil to accept any.
    public var actions: [String]?
    /// The names of the built-in themes; nil to accept any. A path of a theme's file is always accepted.
    public var themes: [String]?
    /// The names of the screens, in lower case; nil to accept any.
    public var screens: [String]?
    /// Returns whether a text is the name of a key on the keyboard.
    public var isKey: @Sendable (String) -> Bool

    /// Creates a vocabulary.
    public init(
        actions: [String]?, themes: [String]?, screens: [String]? = nil,
        isKey: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.actions = actions
        self.themes = themes
        self.screens = screens
        self.isKey = isKey
    }

    /// A vocabulary that accepts any action, theme and key.
    public static let open = ProjectVocabulary(actions: nil, themes: nil)
}

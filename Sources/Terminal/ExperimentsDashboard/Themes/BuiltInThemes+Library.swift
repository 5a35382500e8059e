import ExperimentsCore
import TerminalUI

extension ThemeLibrary {
    /// The dashboard's own themes, and others; one with the name of a built-in theme takes its place.
    public init(adding others: [ThemeText] = []) {
        let texts = BuiltInThemes.all.map { ThemeText(name: $0.name, source: "theme \($0.name)", text: $0.text) }
        self = ThemeLibrary(builtIn: texts, roles: Role.dashboard).adding(others)
    }
}

extension ThemeFiles {
    /// Reads them beside the dashboard's own. A theme of the folder that cannot be read is left out; the one that a path
    /// names is what was asked for.
    ///
    /// - Throws: `FileProblem` where the path cannot be read.
    public func library() throws(FileProblem) -> ThemeLibrary { try library(over: ThemeLibrary()) }
}

extension ThemeWatch {
    /// Creates a watcher that reads the dashboard's themes again whenever one of their files changes.
    ///
    /// - Parameter post: receives messages, on any thread.
    package convenience init(_ files: ThemeFiles, post: @escaping @Sendable (Message) -> Void) {
        self.init(files, over: ThemeLibrary()) { reading in
            post(.themesRead(reading.library, problem: reading.problem))
        }
    }
}

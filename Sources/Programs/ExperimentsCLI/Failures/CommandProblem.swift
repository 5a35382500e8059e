import ExperimentsCore
import ExperimentsProject

/// Why a command cannot do what it was asked, in words an operator can act on.
struct CommandProblem: Error, CustomStringConvertible, OperatorError {
    /// What is wrong.
    let message: String
    /// Lines that show the place; shown to people only.
    let excerpt: String?
    /// What to do about it.
    let advice: String?

    init(_ message: String, excerpt: String? = nil, advice: String? = nil) {
        self.message = message
        self.excerpt = excerpt
        self.advice = advice
    }

    /// The message and what follows it, as people read it.
    var description: String { ErrorReport(self).text() }
}

extension CommandProblem {
    /// Creates the error for a problem with something, such as an option or a source, that is named first: `--expires
    /// …`.
    init(_ subject: String, _ problem: some OperatorError, advice: String? = nil) {
        self.init(
            "\(subject) \(problem.sentence)", excerpt: problem.excerpt, advice: advice ?? problem.advice)
    }
}

extension CommandProblem {
    /// A name that neither the project nor the source knows.
    static func unknownKey(_ name: String, among names: [String], advice: String? = nil) -> CommandProblem {
        let near = SpellingSuggestion.nearest(to: name, in: names).map { "Did you mean \($0)?" }
        let all = [near, advice].compactMap { $0 }.joined(separator: "\n")
        return CommandProblem(
            "no key is called \"\(name)\"", advice: all.isEmpty ? "`experiments list` prints the keys." : all)
    }

    /// A value that the key's schema refuses.
    static func refusedValue(_ problem: IncorrectValue, of key: String) -> CommandProblem {
        let place = problem.offset.map { excerpt(of: problem.found, at: $0) }
        let expected = "expected \(problem.expected)"
        return CommandProblem(
            "\(key) does not accept this value: \(problem.reason)",
            excerpt: [place, expected].compactMap(\.self).joined(separator: "\n"),
            advice: "Use --raw to set it anyway, to test the effect of an invalid value.")
    }
}

extension CommandProblem {
    /// The error if there is no project file.
    static var noProject: CommandProblem {
        CommandProblem(
            "there is no \(ProjectFile.name) here or in a folder above",
            advice: """
                experiments demo            shows a dashboard on values that change while you watch
                experiments init            writes a project file to start from
                experiments --config FILE   takes a project file from elsewhere
                """)
    }

    /// The error for an option that needs a team, if there is none.
    static var noTeam: CommandProblem {
        CommandProblem(
            "the project file names no store that a team shares",
            advice: "Write overrides: {etcd: {endpoints: http://127.0.0.1:2379, prefix: shop/production}} into it.")
    }
}

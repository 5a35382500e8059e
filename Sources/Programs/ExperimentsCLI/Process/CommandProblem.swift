import ExperimentsCore
import ExperimentsProject
import ExperimentsSupport
import ExperimentsTerminalUI

/// The reason why a command failed, in words that help an operator to solve the problem.
struct CommandProblem: Error, CustomStringConvertible, OperatorError {
    /// The problem.
    let message: String
    /// Lines that show the place, only for people.
    let excerpt: String?
    /// The next step.
    let advice: String?
    /// Further members of the JSON document.
    let details: JSONObject

    /// - Parameter leavesOutcomeUnknown: whether a change may have been made or not.
    init(_ message: String, excerpt: String? = nil, advice: String? = nil, leavesOutcomeUnknown: Bool = false)
    {
        details = leavesOutcomeUnknown ? Self.unknownOutcome : JSONObject()
        self.message = message
        self.excerpt = excerpt
        self.advice = advice
    }

    /// The message and what follows it, for people.
    var description: String { ErrorReport(self).text() }
}

extension CommandProblem {
    /// Creates the error for a problem with something that is named first, such as an option or a source: `--expires
    /// …`.
    init(_ subject: String, _ problem: some OperatorError, advice: String? = nil) {
        self.init(
            "\(subject) \(problem.sentence)", excerpt: problem.excerpt, advice: advice ?? problem.advice)
    }
}

extension CommandProblem {
    /// Creates the error of an option that names an environment variable, but was given something else, such as the secret.
    static func notAVariable(_ option: String) -> CommandProblem {
        CommandProblem(
            "\(option) expects the name of an environment variable, and not its content",
            advice: "For example: \(option) TOKEN")
    }

    /// Creates the error for a name that neither the project nor the source knows.
    static func unknownKey(_ name: String, among names: [String], advice: String? = nil) -> CommandProblem {
        let near = SpellingSuggestion.nearest(to: name, in: names).map { "Did you mean \($0)?" }
        let all = [near, advice].compactMap { $0 }.joined(separator: "\n")
        return CommandProblem(
            "no key \(Quotation.of(name))", advice: all.isEmpty ? "Use `experiments list` to list keys." : all
        )
    }

    /// Creates the error for a value that is not valid for the key.
    static func refusedValue(_ problem: IncorrectValue, of key: String) -> CommandProblem {
        let place = problem.offset.map { excerpt(of: problem.found, at: $0) }
        let expected = "expected \(problem.expected)"
        return CommandProblem(
            "invalid value for \(key): \(problem.reason)",
            excerpt: [place, expected].compactMap(\.self).joined(separator: "\n"),
            advice: "Use --raw to set it anyway, for example to test invalid values.")
    }
}

extension CommandProblem {
    /// The error if there is no project file.
    static var noProject: CommandProblem {
        CommandProblem(
            "no \(ProjectFile.name) found in this or any parent folder",
            advice: """
                experiments init            create a project file
                experiments demo            try the dashboard with demo data
                experiments --config FILE   use another project file
                """)
    }

    /// The error for an option that needs a team, if there is none.
    static var noTeam: CommandProblem {
        CommandProblem(
            "no team's store in the project file",
            advice:
                "Add one, for example `overrides: {etcd: {endpoints: http://127.0.0.1:2379, prefix: shop/production}}`."
        )
    }
}

extension CommandProblem {
    /// Returns the part of a text around a mistake, with a caret under its place: two lines.
    ///
    /// - Parameter offset: the number of bytes of UTF-8 before the place.
    static func excerpt(of found: String, at offset: Int) -> String {
        let (columns, before) = (72, 40)
        let utf8 = found.utf8
        let place =
            utf8.index(utf8.startIndex, offsetBy: max(0, offset), limitedBy: utf8.endIndex) ?? utf8.endIndex
        let lineStart = found[..<place].lastIndex(of: "\n").map { utf8.index(after: $0) } ?? utf8.startIndex
        let lineEnd = found[place...].firstIndex(of: "\n") ?? utf8.endIndex
        // The width of the line as printed: escaped characters take more columns.
        let width = DisplayText(VisibleText.of(String(found[lineStart..<place]))).width
        let cut = max(0, width - before)
        let line = DisplayText(VisibleText.of(String(found[lineStart..<lineEnd]))).slice(
            from: cut, columns: columns)
        return "\(line)\n\(String(repeating: " ", count: width - cut))^"
    }
}

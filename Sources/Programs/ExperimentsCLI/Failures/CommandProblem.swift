import ExperimentsCore

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
    /// What is wrong with something, such as an option or a source, that is to be named first: `--expires …`.
    init(_ subject: String, _ problem: some OperatorError, advice: String? = nil) {
        self.init(
            "\(subject) \(problem.sentence)", excerpt: problem.excerpt, advice: advice ?? problem.advice)
    }
}

/// Why a command cannot do what it was asked, in words an operator can act on.
struct CommandProblem: Error, CustomStringConvertible {
    /// What is wrong.
    let message: String
    /// Lines that show the place, indented; shown to people only.
    let excerpt: String?
    /// What to do about it.
    let advice: String?

    init(_ message: String, excerpt: String? = nil, advice: String? = nil) {
        self.message = message
        self.excerpt = excerpt
        self.advice = advice
    }

    var description: String {
        ([message] + [excerpt, advice].compactMap { $0 }).joined(separator: "\n")
    }
}

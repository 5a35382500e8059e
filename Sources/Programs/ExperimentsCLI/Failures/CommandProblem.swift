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

    /// For people: the message is one line, whatever names stand in it.
    var text: StyledText {
        let rest = [excerpt, advice].compactMap { $0 }.map { StyledText(lines: "\n" + $0) }
        return StyledText(message) + rest.joined()
    }

    var description: String {
        ([message] + [excerpt, advice].compactMap { $0 }).joined(separator: "\n")
    }
}

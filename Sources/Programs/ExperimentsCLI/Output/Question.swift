/// A question before something is changed that cannot easily be made again.
struct Question {
    /// The question, without the question mark.
    let text: String
    /// The reason why the command cannot continue without a terminal.
    let reason: String
    /// The advice if no answer can be given.
    let advice: String
    /// The message after a refusal.
    var refusal = "nothing was changed"
    /// The text that must be typed for a yes, if that is more than `y`.
    var expected: String?

    /// Asks on the terminal. Everything except `y` and `yes`, or the expected word, is a refusal.
    ///
    /// - Throws: `CommandProblem` after a refusal, and if there is no terminal.
    func ask() throws {
        guard Console.isInteractive else {
            throw CommandProblem("\(reason), and there is no terminal to ask on", advice: advice)
        }
        if let expected {
            StandardError.write("\(text)? Type \(expected) to go on: ")
            guard readLine() == expected else { throw CommandProblem(refusal) }
            return
        }
        StandardError.write("\(text)? [y/N] ")
        let answer = readLine()?.lowercased() ?? ""
        guard answer == "y" || answer == "yes" else { throw CommandProblem(refusal) }
    }
}

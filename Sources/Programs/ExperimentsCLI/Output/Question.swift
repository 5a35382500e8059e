/// A question before something is changed that cannot easily be made again.
struct Question {
    /// What is asked, without the question mark.
    let text: String
    /// Why the command cannot go on where there is nobody to ask.
    let reason: String
    /// What to do there.
    let advice: String
    /// What is said after a no.
    var refusal = "nothing was changed"
    /// What has to be typed for a yes, where that is more than `y`.
    var expected: String?

    /// Asks on the terminal; everything but `y` and `yes`, or but what is expected, is a no.
    ///
    /// - Throws: `CommandProblem` after a no, and where there is no terminal.
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

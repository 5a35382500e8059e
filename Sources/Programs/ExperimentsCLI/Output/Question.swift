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

    /// Asks on the terminal; everything but `y` and `yes` is a no.
    ///
    /// - Throws: `CommandProblem` after a no, and where there is no terminal.
    func ask() throws {
        guard Console.isInteractive else {
            throw CommandProblem("\(reason), and there is no terminal to ask on", advice: advice)
        }
        StandardError.write("\(text)? [y/N] ")
        let answer = readLine()?.lowercased() ?? ""
        guard answer == "y" || answer == "yes" else { throw CommandProblem(refusal) }
    }
}

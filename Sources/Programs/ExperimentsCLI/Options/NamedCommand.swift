import ArgumentParser

/// The command that the first words of a line name: `override set` in `override set timeout 7`.
///
/// The argument parser looks at every command that there is before it looks at the line, and reads the whole line once for
/// each command on the way down: two thirds of what a start takes, and much more in a build for debugging, which checks
/// the declarations anew each time. A line that begins with the names and is right needs only the last of them.
struct NamedCommand {
    private let command: any ParsableCommand.Type
    private let arguments: [String]

    /// Nil where the first word names none.
    init?(_ words: [String], below root: any ParsableCommand.Type = Experiments.self) {
        var (command, rest) = (root, words[...])
        while let word = rest.first, let next = command.subcommand(named: word) {
            command = next
            rest.removeFirst()
        }
        guard rest.startIndex > words.startIndex else { return nil }
        (self.command, arguments) = (command, Array(rest))
    }

    /// The command with what the line says.
    ///
    /// Nil for what the whole tree has to answer: help, completion, an option of a command further up, and whatever is
    /// wrong, which is told in words that name the whole way.
    func parsed() -> (any ParsableCommand)? {
        guard let parsed = try? command.parseAsRoot(arguments), parsed is any ExemplifiedCommand else { return nil }
        return parsed
    }
}

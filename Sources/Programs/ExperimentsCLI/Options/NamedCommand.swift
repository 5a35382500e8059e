import ArgumentParser

/// The command that the first words of a line name: `override set` in `override set timeout 7`.
///
/// The argument parser looks at every command before it reads the line, and then reads the whole line once for each
/// command on the way down. This takes two thirds of the start-up time, and much more in a debug build, which checks
/// the declarations each time. A valid line that begins with the names needs only the last command.
struct NamedCommand {
    let command: any ParsableCommand.Type
    /// The words that name it.
    let names: [String]
    private let arguments: [String]

    /// Nil where the first word names none.
    ///
    /// - Parameter root: the command that is the program.
    init?(_ words: [String], below root: any ParsableCommand.Type) {
        var (command, rest) = (root, words[...])
        while let word = rest.first, let next = command.subcommand(named: word) {
            command = next
            rest.removeFirst()
        }
        guard rest.startIndex > words.startIndex else { return nil }
        (self.command, names, arguments) = (command, Array(words[..<rest.startIndex]), Array(rest))
    }

    /// Parses the line for the command.
    ///
    /// Returns nil for lines that need the whole command tree: help, completion, options of a parent command, and lines
    /// with mistakes, whose errors show the full path of the command.
    func parsed() -> (any ParsableCommand)? {
        guard let parsed = try? command.parseAsRoot(arguments), parsed is any ExemplifiedCommand else { return nil }
        return parsed
    }
}

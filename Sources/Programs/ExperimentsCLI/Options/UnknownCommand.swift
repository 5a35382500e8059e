import ArgumentParser
import ExperimentsCore

/// A word that should name a command and names none, such as `set` in `experiments set trial_days 5`.
struct UnknownCommand {
    private let word: String
    /// The names of the commands before it.
    private let path: [String]
    private let candidates: [any ParsableCommand.Type]
    private let root: any ParsableCommand.Type

    /// Reads the names of commands with which a line begins; nil if they are all known, or if there are options before
    /// them.
    init?(_ words: [String], below root: any ParsableCommand.Type) {
        var (command, path) = (root, [root.configuration.commandName ?? ""])
        for word in words {
            guard !command.configuration.subcommands.isEmpty, !word.hasPrefix("-") else { return nil }
            guard let next = command.subcommand(named: word) else {
                (self.word, self.path, candidates, self.root) = (word, path, command.configuration.subcommands, root)
                return
            }
            (command, path) = (next, path + [word])
        }
        return nil
    }

    /// The error: it names the commands that may be meant.
    var problem: CommandProblem {
        let meant = suggestions.map { "  \($0)" }.joined(separator: "\n")
        let help = "Run `\(path.joined(separator: " ")) --help` for the list of commands."
        return CommandProblem(
            "unknown command \(Quotation.of(word))", advice: meant.isEmpty ? help : "Did you mean:\n\(meant)")
    }

    /// The commands of that name elsewhere; without one, the command here with the nearest name.
    private var suggestions: [String] {
        let elsewhere = Self.paths(of: word, below: root, path: [root.configuration.commandName ?? ""])
        if !elsewhere.isEmpty { return elsewhere }
        let names = candidates.compactMap(\.configuration.commandName)
        return SpellingSuggestion.nearest(to: word, in: names).map { [(path + [$0]).joined(separator: " ")] } ?? []
    }

    private static func paths(of name: String, below command: any ParsableCommand.Type, path: [String]) -> [String] {
        command.configuration.subcommands.flatMap { next -> [String] in
            guard let word = next.configuration.commandName else { return [] }
            let here = path + [word]
            return (word == name ? [here.joined(separator: " ")] : []) + paths(of: name, below: next, path: here)
        }
    }
}

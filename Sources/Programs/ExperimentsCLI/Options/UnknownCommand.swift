import ArgumentParser
import ExperimentsCore
import ExperimentsSupport

/// A word that should name a command and names none, such as `set` in `experiments set trial_days 5`.
struct UnknownCommand {
    /// The commands before it, the program's first.
    private let place: CommandPlace
    private let word: String

    /// Creates nil if the words name commands that exist.
    ///
    /// - Parameters:
    ///   - root: the command that is the program.
    ///   - isUnexpected: whether it is known that no command takes the word, not even one that runs without a name.
    init?(_ words: [String], below root: any ParsableCommand.Type, isUnexpected: Bool = false) {
        guard var place = try? CommandPlace(root) else { return nil }
        // `help` names a command as the words themselves would.
        let words = words.first == "help" ? words.dropFirst() : words[...]
        var isValue = false
        for word in words.prefix(while: { $0 != "--" }) {
            let known = place.commands
            let isName = !isValue && !word.hasScalarPrefix("-")
            isValue = (try? !isValue && place.wantsValue(after: word)) ?? false
            guard isName, place.commands.count == known.count else { continue }
            // What runs without a name may take the word.
            guard let group = known.last?.configuration, !group.subcommands.isEmpty,
                group.defaultSubcommand == nil || isUnexpected
            else { return nil }
            (self.place, self.word) = (place, word)
            return
        }
        return nil
    }

    /// The error, with the command that was probably meant.
    var problem: CommandProblem {
        let group = place.names.count > 1 ? " for `\(place.names.joined(separator: " "))`" : ""
        return CommandProblem("unknown command \(Quotation.of(word))\(group)", advice: advice)
    }

    private var advice: String {
        let program = place.names.first ?? ""
        let elsewhere = place.commands.first.map { Self.paths(of: word, below: $0) } ?? []
        let meant = elsewhere.map { "`\(program) \($0.joined(separator: " "))`" }
        if let last = meant.last {
            let others = meant.dropLast()
            return "Did you mean \(others.isEmpty ? "" : others.joined(separator: ", ") + " or ")\(last)?"
        }
        let names = place.commands.last?.configuration.subcommands.compactMap { $0.configuration.commandName } ?? []
        if let near = SpellingSuggestion.nearest(to: word, in: names) {
            return "Did you mean `\((place.names + [near]).joined(separator: " "))`?"
        }
        return "`\((place.names + ["--help"]).joined(separator: " "))` lists the commands."
    }

    /// The paths of all commands with a name.
    private static func paths(of name: String, below command: any ParsableCommand.Type) -> [[String]] {
        command.configuration.subcommands.flatMap { next -> [[String]] in
            guard let own = next.configuration.commandName else { return [] }
            return (own == name ? [[own]] : []) + paths(of: name, below: next).map { [own] + $0 }
        }
    }
}

import ArgumentParser
import ExperimentsCore
import ExperimentsSupport

/// A word that should name a command and names none, such as `set` in `experiments set trial_days 5`.
struct UnknownCommand {
    /// The commands before it, from the program on.
    private let path: [String]
    /// The word.
    private let word: String
    private let group: any ParsableCommand.Type
    private let root: any ParsableCommand.Type

    /// Creates nil if the words name commands that exist.
    ///
    /// - Parameters:
    ///   - root: the command that is the program.
    ///   - isUnexpected: whether it is known that no command takes the word, not even one that runs without a name.
    init?(_ words: [String], below root: any ParsableCommand.Type, isUnexpected: Bool = false) {
        guard var place = try? CommandPlace(root) else { return nil }
        self.root = root
        var (command, path) = (root, [root.configuration.commandName ?? ""])
        // `help` names a command as the words themselves would.
        let words = words.first == "help" ? words.dropFirst() : words[...]
        var isValue = false
        for word in words.prefix(while: { $0 != "--" }) {
            if isValue {
                isValue = false
                continue
            }
            isValue = (try? place.wantsValue(after: word)) ?? false
            if word.hasScalarPrefix("-") { continue }
            guard let next = command.subcommand(named: word) else {
                // What runs without a name may take the word.
                guard !command.configuration.subcommands.isEmpty,
                    command.configuration.defaultSubcommand == nil || isUnexpected
                else { return nil }
                (self.path, self.word, group) = (path, word, command)
                return
            }
            command = next
            path.append(word)
        }
        return nil
    }

    /// The error, with the command that was probably meant.
    var problem: CommandProblem {
        let place = path.count > 1 ? " for `\(path.joined(separator: " "))`" : ""
        return CommandProblem("unknown command \(Quotation.of(word))\(place)", advice: advice)
    }

    private var advice: String {
        let program = path.first ?? ""
        let elsewhere = Self.paths(of: word, below: root).map {
            "`\(program) \($0.joined(separator: " "))`"
        }
        if let last = elsewhere.last {
            let others = elsewhere.dropLast()
            return "Did you mean \(others.isEmpty ? "" : others.joined(separator: ", ") + " or ")\(last)?"
        }
        let names = group.configuration.subcommands.compactMap { $0.configuration.commandName }
        if let near = SpellingSuggestion.nearest(to: word, in: names) {
            return "Did you mean `\((path + [near]).joined(separator: " "))`?"
        }
        return "`\((path + ["--help"]).joined(separator: " "))` lists the commands."
    }

    /// The paths of all commands with a name.
    private static func paths(of name: String, below command: any ParsableCommand.Type) -> [[String]] {
        command.configuration.subcommands.flatMap { next -> [[String]] in
            guard let own = next.configuration.commandName else { return [] }
            return (own == name ? [[own]] : []) + paths(of: name, below: next).map { [own] + $0 }
        }
    }
}

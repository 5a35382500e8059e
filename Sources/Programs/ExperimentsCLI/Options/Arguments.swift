import ArgumentParser
import ExperimentsSupport

/// The words of the command line.
struct Arguments {
    /// The words as given.
    let words: [String]

    init(_ words: [String]) {
        self.words = words
    }

    /// Returns the words for the argument parser, which always reads `-5` as an option. No option has a number as its
    /// name. After an option with a value, the number is that value (`--filter=-5`); otherwise it is an argument of the
    /// command, which the parser accepts after `--`.
    ///
    /// - Parameter root: the program's command, only used if there is a negative number.
    func forParser(_ root: any ParsableCommand.Type) throws -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        guard words[..<end].contains(where: Self.isNegativeNumber) else { return words }
        var place = try CommandPlace(root)
        var kept: [String] = []
        var numbers: [String] = []
        var wantsValue = false
        for word in words[..<end] {
            if wantsValue, Self.isNegativeNumber(word) {
                kept[kept.count - 1] += "=" + word
            } else if !wantsValue, Self.isNegativeNumber(word) {
                numbers.append(word)
                continue
            } else {
                kept.append(word)
            }
            wantsValue = try !wantsValue && place.wantsValue(after: word)
        }
        let rest = numbers + words[end...].dropFirst()
        return rest.isEmpty ? kept : kept + ["--"] + rest
    }

    /// Whether the first word is followed by something other than a request for help.
    var namesMoreThanHelp: Bool {
        words.dropFirst().first.map { !["-h", "--help", "--experimental-dump-help"].contains($0) } ?? false
    }

    /// Whether standard output is for JSON.
    var asksForJSON: Bool {
        let options = words.prefix { $0 != "--" }
        return options.contains("--json") || options.contains("--format=json")
            || zip(options, options.dropFirst()).contains { $0 == "--format" && $1 == "json" }
    }

    private static func isNegativeNumber(_ word: String) -> Bool {
        guard word.hasScalarPrefix("-"), let digit = word.dropFirst().first else { return false }
        return digit == "." || ("0"..."9").contains(digit)
    }
}

/// The commands that the words of a command line have named so far, and the options that need a value there, as the
/// argument parser describes them.
///
/// The parser has no such function. It reads the `-7` of `override set discount -7` as an option, and the only way to
/// prevent that would also accept misspelled options as arguments. While a command runs, the parser no longer knows
/// which one it is.
struct CommandPlace {
    /// The commands, beginning with that of the program.
    private(set) var commands: [any ParsableCommand.Type]
    /// The names of the options and flags that the commands take.
    private(set) var options: Set<String> = ["--help", "--version"]
    private var optionsWithValue: Set<String> = []

    /// The place before the first word.
    init(_ root: any ParsableCommand.Type) throws {
        commands = []
        try enter(root)
    }

    /// The place after all words.
    init(_ root: any ParsableCommand.Type, after words: [String]) throws {
        try self.init(root)
        var isValue = false
        for word in words.prefix(while: { $0 != "--" }) { isValue = try !isValue && wantsValue(after: word) }
    }

    /// The words that name the command.
    var names: [String] { commands.compactMap { $0.configuration.commandName } }

    /// Reads the next word that is not an option's value, and returns whether its value must follow.
    mutating func wantsValue(after word: String) throws -> Bool {
        if word.hasScalarPrefix("-") { return optionsWithValue.contains(word) }
        let next = commands.last?.configuration.subcommands.first { $0.configuration.commandName == word }
        if let next {
            try enter(next)
        }
        return false
    }

    /// Returns the first option that the command does not take; nil if there is none, or if a default subcommand may
    /// take it.
    func unknownOption(in words: [String]) -> String? {
        guard commands.last?.configuration.subcommands.isEmpty == true else { return nil }
        var isValue = false
        for word in words.prefix(while: { $0 != "--" }) {
            let name = word.cut(atFirst: "=").map { String($0.before) } ?? word
            if !isValue, word.hasScalarPrefix("-"), word != "-", !options.contains(name) { return name }
            isValue = !isValue && optionsWithValue.contains(word)
        }
        return nil
    }

    private mutating func enter(_ command: any ParsableCommand.Type) throws {
        commands.append(command)
        let own = try Self.options(of: command)
        options.formUnion(own.all)
        optionsWithValue.formUnion(own.withValue)
    }

    /// Returns a command's own options and flags, such as `--filter`, and those of them that need a value.
    private static func options(
        of command: (some ParsableCommand).Type
    ) throws -> (all: [String], withValue: [String]) {
        let dump = try JSONValue(parsing: ownHelp(of: command)).object?["command"]
        func names(_ kinds: Set<String>) -> [String] {
            (dump?.object?["arguments"]?.array ?? []).filter {
                kinds.contains($0.object?["kind"]?.string ?? "")
            }
            .flatMap { $0.object?["names"]?.array ?? [] }.compactMap(\.object)
            .map { ($0["kind"]?.string == "long" ? "--" : "-") + ($0["name"]?.string ?? "") }
        }
        return (names(["option", "flag"]), names(["option"]))
    }

    /// Returns the parser's help for a command, without its subcommands.
    private static func ownHelp<Command: ParsableCommand>(of command: Command.Type) -> String {
        Alone<Command>._dumpHelp()
    }

    /// The options and words of a command without its subcommands.
    private struct Alone<Command: ParsableCommand>: ParsableArguments {
        @OptionGroup var command: Command
    }
}

/// A word in the place of a command that is not one, such as `set` in `experiments set trial_days 5`.
struct UnknownCommand {
    /// The commands before it, beginning with that of the program.
    private let place: CommandPlace
    private let word: String

    /// Returns nil if all words in the places of commands are commands.
    ///
    /// - Parameters:
    ///   - root: the program's command.
    ///   - isUnexpected: whether it is certain that no command takes the word, not even a default subcommand.
    init?(_ words: [String], below root: any ParsableCommand.Type, isUnexpected: Bool = false) {
        guard var place = try? CommandPlace(root) else { return nil }
        // Words after `help` name a command as they do elsewhere.
        let words = words.first == "help" ? words.dropFirst() : words[...]
        var isValue = false
        for word in words.prefix(while: { $0 != "--" }) {
            let known = place.commands
            let isName = !isValue && !word.hasScalarPrefix("-")
            isValue = (try? !isValue && place.wantsValue(after: word)) ?? false
            guard isName, place.commands.count == known.count else { continue }
            // A default subcommand may take the word.
            guard let group = known.last?.configuration, !group.subcommands.isEmpty,
                group.defaultSubcommand == nil || isUnexpected
            else { return nil }
            (self.place, self.word) = (place, word)
            return
        }
        return nil
    }

    /// The error, with a suggestion.
    var problem: CommandProblem {
        let group = place.names.count > 1 ? " for `\(place.names.joined(separator: " "))`" : ""
        return CommandProblem("unknown command \(Quotation.of(word))\(group)", advice: advice)
    }

    private var advice: String {
        let names =
            place.commands.last?.configuration.subcommands.compactMap { $0.configuration.commandName } ?? []
        func own(_ name: String) -> String {
            "Did you mean `\((place.names + [name]).joined(separator: " "))`?"
        }
        let isInGroup = place.commands.count > 1
        let synonyms = Self.synonyms + (isInGroup ? [Self.checks] : [])
        if let synonym = synonyms.first(where: { $0.contains(word) })?.first(where: names.contains) {
            return own(synonym)
        }
        let program = place.names.first ?? ""
        let elsewhere = place.commands.first.map { Self.paths(of: word, below: $0) } ?? []
        let usual = isInGroup ? [] : Self.usualNames[word].map { [$0] } ?? []
        let meant = (usual + elsewhere).map { "`\(program) \($0.joined(separator: " "))`" }
        if let last = meant.last {
            let others = meant.dropLast()
            return "Did you mean \(others.isEmpty ? "" : others.joined(separator: ", ") + " or ")\(last)?"
        }
        if let near = SpellingSuggestion.nearest(to: word, in: names) { return own(near) }
        return "Use `\((place.names + ["--help"]).joined(separator: " "))` to list commands."
    }

    /// Words with the same meaning. In a group, the command with one of these names is suggested for the others.
    private static let synonyms = [
        ["unset", "remove", "delete", "rm"], ["enable", "on"], ["disable", "off"], ["list", "ls"],
        ["log", "history"],
        ["create", "add", "new"],
    ]

    /// The same for groups only: elsewhere, several commands may be meant.
    private static let checks = ["check", "lint", "validate", "verify"]

    /// The names that other programs have for these commands.
    private static let usualNames: [String: [String]] = [
        "ci": ["check"], "diff": ["compare"], "lint": ["check"], "show": ["get"],
        "status": ["sources", "--status"],
        "test": ["check"], "validate": ["check"], "verify": ["check"], "version": ["--version"],
    ]

    /// Returns the paths of all commands with a name.
    private static func paths(of name: String, below command: any ParsableCommand.Type) -> [[String]] {
        command.configuration.subcommands.flatMap { next -> [[String]] in
            guard let own = next.configuration.commandName else { return [] }
            return (own == name ? [[own]] : []) + paths(of: name, below: next).map { [own] + $0 }
        }
    }
}

import ArgumentParser
import ExperimentsCore

/// The commands that the words of a command line have named so far, and the options that need a value there, as the
/// argument parser describes them.
///
/// It is needed where the parser cannot be asked. It takes the `-7` of `override set discount -7` for an option, and the
/// only way to turn that off would also accept misspelt options as arguments. Once a command runs, it no longer knows
/// which one that is.
struct CommandPlace {
    /// The commands, the program's first.
    private(set) var commands: [any ParsableCommand.Type]
    private var optionsWithValue: Set<String>

    /// The place before the first word.
    init(_ root: any ParsableCommand.Type) throws {
        commands = [root]
        optionsWithValue = try Self.optionsWithValue(of: root)
    }

    /// The place after all words.
    init(_ root: any ParsableCommand.Type, after words: [String]) throws {
        try self.init(root)
        var isValue = false
        for word in words.prefix(while: { $0 != "--" }) { isValue = try !isValue && wantsValue(after: word) }
    }

    /// The words that name the command.
    var names: [String] { commands.compactMap { $0.configuration.commandName } }

    /// Reads the next word that is not an option's value, and returns whether a value must follow it.
    mutating func wantsValue(after word: String) throws -> Bool {
        if word.hasScalarPrefix("-") { return optionsWithValue.contains(word) }
        let next = commands.last?.configuration.subcommands.first { $0.configuration.commandName == word }
        if let next {
            commands.append(next)
            optionsWithValue.formUnion(try Self.optionsWithValue(of: next))
        }
        return false
    }

    /// A command's own options that want a value, as they are written: `--filter`.
    private static func optionsWithValue(of command: (some ParsableCommand).Type) throws -> Set<String> {
        let dump = try JSONValue(parsing: ownHelp(of: command)).object?["command"]
        let options = (dump?.object?["arguments"]?.array ?? []).filter { $0.object?["kind"]?.string == "option" }
        let names = options.flatMap { $0.object?["names"]?.array ?? [] }.compactMap(\.object)
        return Set(names.map { ($0["kind"]?.string == "long" ? "--" : "-") + ($0["name"]?.string ?? "") })
    }

    /// Returns the parser's help for the command alone, without its subcommands.
    private static func ownHelp<Command: ParsableCommand>(of command: Command.Type) -> String {
        Alone<Command>._dumpHelp()
    }

    /// The options and words of a command without its subcommands.
    private struct Alone<Command: ParsableCommand>: ParsableArguments {
        @OptionGroup var command: Command
    }
}

import ArgumentParser
import ExperimentsCore
import ExperimentsSupport

/// The command that the words of a command line have named so far, and its options that need a value, as the argument
/// parser describes them.
///
/// It is needed only for negative numbers, as in `override set discount -7`: the parser takes `-7` for an option, and
/// the only way to turn that off would also accept misspelt options as arguments.
struct CommandPlace {
    private var command: any ParsableCommand.Type
    private var optionsWithValue: Set<String>

    /// The place before the first word.
    init(_ root: any ParsableCommand.Type) throws {
        command = root
        optionsWithValue = try Self.optionsWithValue(of: root)
    }

    /// Reads the next word that is not an option's value, and returns whether a value must follow it.
    mutating func wantsValue(after word: String) throws -> Bool {
        if word.hasScalarPrefix("-") { return optionsWithValue.contains(word) }
        if let next = command.subcommand(named: word) {
            command = next
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

extension ParsableCommand {
    /// The command directly below that has a name.
    static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.configuration.commandName == name }
    }
}

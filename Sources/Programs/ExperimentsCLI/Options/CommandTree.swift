import ArgumentParser
import ExperimentsCore

/// A command, and which of its options want a value, as the argument parser itself tells it.
///
/// It is here for negative numbers alone: the parser takes `-7` for an option wherever a command's own word may stand, as
/// in `override set discount -7`, and offers no way to say otherwise that would not let misspelt options pass for words.
struct CommandTree {
    /// What it is called.
    let name: String
    /// Its options that want a value, as they are written: `--filter`.
    let optionsWithValue: Set<String>
    /// Its subcommands.
    let subcommands: [CommandTree]

    /// Asks the parser for the whole tree, which takes it some milliseconds.
    init(of command: (some ParsableCommand).Type) throws {
        self.init(try JSONValue(parsing: command._dumpHelp()).object?["command"])
    }

    private init(_ dump: JSONValue?) {
        let members = dump?.object
        name = members?["commandName"]?.string ?? ""
        subcommands = (members?["subcommands"]?.array ?? []).map(Self.init)
        let options = (members?["arguments"]?.array ?? []).filter { $0.object?["kind"]?.string == "option" }
        let names = options.flatMap { $0.object?["names"]?.array ?? [] }.compactMap(\.object)
        optionsWithValue = Set(
            names.map { ($0["kind"]?.string == "long" ? "--" : "-") + ($0["name"]?.string ?? "") })
    }
}

/// How far into the tree the words of a command line lead.
struct CommandPlace {
    private var command: CommandTree
    private var optionsWithValue: Set<String>

    init(_ root: CommandTree) {
        command = root
        optionsWithValue = root.optionsWithValue
    }

    /// Takes the next word that is no option's value, and says whether one has to follow it.
    mutating func wantsValue(after word: String) -> Bool {
        if word.hasPrefix("-") { return optionsWithValue.contains(word) }
        if let next = command.subcommands.first(where: { $0.name == word }) {
            command = next
            optionsWithValue.formUnion(next.optionsWithValue)
        }
        return false
    }
}

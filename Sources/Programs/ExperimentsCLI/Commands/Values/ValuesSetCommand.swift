import ArgumentParser
import EtcdStore
import ExperimentsCore

struct ValuesSetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Publish a value for keys, all of them or none.",
        usage: "experiments values set <key> ... <value> [<options>]",
        discussion: """
            A value that the key does not accept is refused, and so is a name that the project does not declare. A value \
            that begins with a dash and is no number goes last, after `--`.
            """)
    static let examples = [
        CommandExample("experiments values set paywall_type b", "Publish a value, after a question"),
        CommandExample(
            "experiments values set paywall_type b --note \"as agreed\" --yes", "Publish it at once, and say why"),
        CommandExample("experiments values set paywall_type b --dry-run", "See what it would change"),
    ]

    @Argument(
        help: ArgumentHelp("The names of the keys, and last the value.", valueName: "word"), completion: .keys)
    var words: [String]

    @OptionGroup var publishing: PublishingOptions
    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let names = Set(words.dropLast())
        guard let value = words.last, !names.isEmpty else {
            throw CommandProblem(
                "set needs the name of a key and a value",
                advice: "Write for example: experiments values set paywall_type b")
        }
        let target = try ValueTarget.opened(options.settings, by: "values set")
        let edits = Dictionary(uniqueKeysWithValues: names.map { ($0, ValueEdit.set(value)) })
        try target.publish(ValueProposal(edits, on: try target.published()), publishing)
    }
}

struct ValuesUnsetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Remove the values of keys, all of them or none.",
        discussion: "A key without a value is missing, and apps use their own default.")
    static let examples = [
        CommandExample("experiments values unset old_banner", "Remove a value, after a question")
    ]

    @Argument(help: "The names of the keys.", completion: .keys) var keys: [String]

    @OptionGroup var publishing: PublishingOptions
    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try ValueTarget.opened(options.settings, by: "values unset")
        let base = try target.published()
        for name in keys where base.entries[name] == nil {
            throw CommandProblem.unknownKey(
                name, among: Array(base.entries.keys), advice: "`experiments list` prints what is published.")
        }
        let edits = Dictionary(uniqueKeysWithValues: Set(keys).map { ($0, ValueEdit.unset) })
        try target.publish(ValueProposal(edits, on: base), publishing)
    }
}

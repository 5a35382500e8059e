import ArgumentParser
import EtcdStore
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject

struct ValuesCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "values",
        abstract: "Publish the values of a source of the kind etcd, and look at what was published.",
        discussion: """
            Every publication shows what it changes, asks, and is made in one step: everybody sees all of it or nothing. \
            Where somebody else changed one of the values in the meantime, nothing is published. Where the environment is \
            production, the project's name has to be typed.
            """,
        subcommands: [
            ValuesSetCommand.self, ValuesUnsetCommand.self, ValuesPublishCommand.self, ValuesHistoryCommand.self,
        ])
    static let examples = [
        CommandExample("experiments values set paywall_type b", "Publish a value, after a question"),
        CommandExample("experiments values history", "See who published what, and when"),
    ]
}

/// The options of commands that publish values.
struct PublishingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What to say about it, for others to read.", valueName: "text")) var note: String?

    @Flag(help: "Publish without a question.") var yes = false

    @Flag(help: "Show what would change, and publish nothing.") var dryRun = false

    @Flag(help: "Accept any name and any value.") var raw = false
}

extension ValueTarget {
    /// Checks, shows, asks and publishes as the options say.
    func publish(_ proposal: ValueProposal, _ options: PublishingOptions) throws {
        if !options.raw { try check(proposal.changes) }
        try publish(proposal, note: options.note, yes: options.yes, dryRun: options.dryRun)
    }
}

struct ValuesHistoryCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Print what was published when and by whom, the latest first.",
        discussion: """
            As far back as the cluster remembers, which is until its history is compacted; changes by hand are among it. \
            With --revision, prints the values as they were then.
            """)
    static let examples = [
        CommandExample("experiments values history", "See who published what, and when"),
        CommandExample("experiments values history paywall_type --limit 5", "See the last changes of a key"),
        CommandExample("experiments values history --revision 41", "See all values as they were"),
    ]

    @Argument(help: ArgumentHelp("Only changes of this key.", valueName: "key"), completion: .keys) var key: String?

    @Option(help: ArgumentHelp("At most so many publications.", valueName: "number")) var limit = 20

    @Option(help: ArgumentHelp("The revision to print the values of.", valueName: "number")) var revision: Int64?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit is from 1 to 10000.") }
        if let revision, revision < 1 { throw ValidationError("--revision is a number from 1 on.") }
        if key != nil, revision != nil { throw ValidationError("Name a key or a revision.") }
    }

    func run() throws {
        let target = try ValueTarget.opened(options.settings, by: "values history")
        let printer = ValuesPrinter(options.settings)
        if let revision { return try printer.print(try target.published(at: revision), of: target) }
        let (publishing, key, limit) = (target.publishing, key, limit)
        let history = try Progress.wait("Asking etcd") { try await publishing.history(of: key, limit: limit) }
        try printer.print(history, of: target)
    }
}

struct ValuesPublishCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish all values of a file, or those of an earlier revision again.",
        discussion: """
            The values are then exactly those: what the file or the revision lacks is removed. The file is one of key and \
            value, as a file source reads it. `history` lists the revisions.
            """)
    static let examples = [
        CommandExample("experiments values publish values.json --dry-run", "See what a file would change"),
        CommandExample("experiments values publish --revision 41", "Bring back what was published at revision 41"),
    ]

    @Argument(
        help: ArgumentHelp("The JSON or YAML file of key and value.", valueName: "file"),
        completion: .file(extensions: ["json", "yaml", "yml"]))
    var file: String?

    @Option(help: ArgumentHelp("The revision to bring back.", valueName: "number")) var revision: Int64?

    @OptionGroup var publishing: PublishingOptions
    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard (file == nil) != (revision == nil) else { throw ValidationError("Name a file or a revision.") }
        if let revision, revision < 1 { throw ValidationError("--revision is a number from 1 on.") }
    }

    func run() throws {
        let command = "values publish" + (revision.map { " --revision \($0)" } ?? "")
        let target = try ValueTarget.opened(options.settings, by: command)
        let base = try target.published()
        if let revision {
            let then = try target.published(at: revision)
            let proposal = ValueProposal(then.entries, as: then.document, on: base)
            return try target.publish(proposal, publishing)
        }
        guard let file else { return }
        let bytes = try FileBytes.read(file, limit: FileRemoteConfigKeeper.largestFile)
        let entries = try ValueDocument.entries(of: bytes, named: file)
        try target.publish(ValueProposal(entries, as: bytes, on: base), publishing)
    }
}

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

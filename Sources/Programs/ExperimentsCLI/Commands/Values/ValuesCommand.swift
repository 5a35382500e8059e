import ArgumentParser
import ExperimentsCore
import ExperimentsEtcdStore
import ExperimentsOperator
import ExperimentsProject

struct ValuesCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "values",
        abstract: "Publish values to etcd and show their history",
        discussion: """
            Works on a source of kind etcd. Every command that publishes shows the changes, asks, and publishes all or \
            none. If someone else changed one of the values in the meantime, nothing is published. If the environment \
            of the source is production, you have to type the name of the project.
            """,
        subcommands: [
            ValuesSetCommand.self, ValuesUnsetCommand.self, ValuesPublishCommand.self,
            ValuesHistoryCommand.self,
        ])
    static let examples: KeyValuePairs = [
        "experiments values set paywall_type b": "Publish a value after a question",
        "experiments values history": "Show published changes",
    ]
}

/// The options of commands that publish values.
struct PublishingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Note for others", valueName: "text")) var note: String?

    @Flag(help: "Don't ask") var yes = false

    @Flag(help: "Show what would change without publishing it") var dryRun = false

    @Flag(help: "Accept any key and value") var raw = false
}

struct ValuesHistoryCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show published changes, newest first",
        discussion: """
            Goes back to the last compaction of the cluster, and includes changes by other tools. With --revision, \
            shows the values at that time.
            """)
    static let examples: KeyValuePairs = [
        "experiments values history": "Show published changes",
        "experiments values history paywall_type --limit 5": "Show the last changes to a key",
        "experiments values history --revision 41": "Show the values of a revision",
    ]

    @Argument(help: ArgumentHelp("Only changes of this key", valueName: "key"), completion: .keys) var key:
        String?

    @Option(help: ArgumentHelp("Maximum number of changes", valueName: "number")) var limit = 20

    @Option(help: ArgumentHelp("Show the values of this revision", valueName: "number")) var revision: Int64?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard (1...10_000).contains(limit) else {
            throw ValidationError("invalid --limit \(limit): expected 1 to 10000")
        }
        if let revision, revision < 1 {
            throw ValidationError("invalid --revision \(revision): expected 1 or more")
        }
        if key != nil, revision != nil { throw ValidationError("a key and --revision cannot be combined") }
    }

    func run() throws {
        let target = try ValueTarget.opened(options.settings, by: "values history")
        let printer = ValuesPrinter(options.settings)
        if let revision { return try printer.print(try target.published(at: revision), of: target) }
        let (publishing, key, limit) = (target.publishing, key, limit)
        let history = try Progress.wait("Asking etcd", within: options.waits) {
            try await publishing.history(of: key, limit: limit)
        }
        if let key, history.publications.isEmpty { try target.checkKnown(key, since: history.first) }
        try printer.print(history, of: target)
    }
}

struct ValuesPublishCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish a file or an earlier revision",
        discussion: """
            Replaces all values: values that the file or revision does not have are removed. The file has keys and \
            values, like the file of a file source. Use `history` to list the revisions.
            """)
    static let examples: KeyValuePairs = [
        "experiments values publish values.json --dry-run": "Show what a file would change",
        "experiments values publish --revision 41": "Publish the values of revision 41 again",
    ]

    @Argument(
        help: ArgumentHelp("JSON or YAML file of keys and values", valueName: "file"),
        completion: .file(extensions: ["json", "yaml", "yml"]))
    var file: String?

    @Option(help: ArgumentHelp("Revision to publish again", valueName: "number")) var revision: Int64?

    @OptionGroup var publishing: PublishingOptions
    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard (file == nil) != (revision == nil) else {
            throw ValidationError("expected either a file or --revision")
        }
        if let revision, revision < 1 {
            throw ValidationError("invalid --revision \(revision): expected 1 or more")
        }
    }

    func run() throws {
        let command = "values publish" + (revision.map { " --revision \($0)" } ?? "")
        let target = try ValueTarget.opened(options.settings, by: command)
        if let revision { return try target.publish(.revision(revision), publishing) }
        guard let file else { return }
        let bytes = try FileBytes.read(file, limit: FileRemoteConfigKeeper.largestFile)
        let entries = try FileSourceContent(bytes, path: file).entries
        try target.publish(.file(entries, document: bytes), publishing)
    }
}

struct ValuesSetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Publish a value for keys",
        usage: "experiments values set <key> ... <value> [<options>]",
        discussion: """
            Sets the same value for all named keys, or none. The value must be valid for the key, and the key must be \
            declared, unless --raw is given. Put a value that begins with a dash and is not a number last, after `--`.
            """)
    static let examples: KeyValuePairs = [
        "experiments values set paywall_type b": "Publish a value after a question",
        "experiments values set paywall_type b --note \"as agreed\" --yes":
            "Publish a value with a note, without a question",
        "experiments values set paywall_type b --dry-run": "Show what would change",
    ]

    @Argument(
        help: ArgumentHelp("Names of the keys, then the value", valueName: "key|value"),
        completion: .keysAndValues)
    var words: [String]

    @OptionGroup var publishing: PublishingOptions
    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let names = Set(words.dropLast())
        guard let value = words.last, !names.isEmpty else {
            throw CommandProblem(
                "expected a key and a value",
                advice: "For example: `experiments values set paywall_type b`")
        }
        let target = try ValueTarget.opened(options.settings, by: "values set")
        let edits = Dictionary(uniqueKeysWithValues: names.map { ($0, ValueEdit.set(value)) })
        try target.publish(.edits(edits), publishing)
    }
}

struct ValuesUnsetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Remove published values",
        discussion: """
            Removes the values of all named keys, or none. A key without a value is missing, and apps use their \
            default.
            """)
    static let examples: KeyValuePairs = [
        "experiments values unset old_banner": "Remove a value after a question"
    ]

    @Argument(help: "Names of the keys", completion: .keys) var keys: [String]

    @OptionGroup var publishing: PublishingOptions
    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try ValueTarget.opened(options.settings, by: "values unset")
        let base = try target.published()
        for name in keys where base.entries[name] == nil {
            throw CommandProblem.unknownKey(
                name, among: Array(base.entries.keys),
                advice: "Use `experiments list --source \(target.name)` to list published values.")
        }
        let edits = Dictionary(uniqueKeysWithValues: Set(keys).map { ($0, ValueEdit.unset) })
        try target.publish(.edits(edits), publishing)
    }
}

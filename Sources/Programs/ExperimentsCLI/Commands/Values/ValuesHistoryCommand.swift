import ArgumentParser
import EtcdStore
import ExperimentsCore
import ExperimentsOperator

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

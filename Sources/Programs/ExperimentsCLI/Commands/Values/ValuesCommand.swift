import ArgumentParser
import EtcdStore

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

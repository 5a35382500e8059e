import ArgumentParser
import ExperimentsCore

/// Shows the overrides.
struct OverrideListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print all overrides, active or not, with warnings.",
        discussion: """
            An override is `redundant` where the source holds the same value, an `orphan` where no key of its name is \
            declared, `refused` where the key does not accept its value, and `expired` once it has ended. To know what \
            the source holds, it is fetched.
            """)

    @Flag(help: "Do not fetch, and so do not tell which overrides are redundant.") var offline = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings)
        let isEmpty = try target.overrides().isEmpty
        let snapshot = offline || isEmpty ? Snapshot.empty : target.fetchedSnapshot(options.settings)
        try OverridesPrinter(options.settings).printAll(target, snapshot)
    }
}

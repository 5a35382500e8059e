import ArgumentParser
import ExperimentsCore

/// Removes overrides.
struct OverrideUnsetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Remove the overrides of keys, all of them or none.")

    @Argument(help: "The names of the keys.") var keys: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings)
        try target.remove(keys)
        try OverridesPrinter(options.settings).printChange("removed", keys, target)
    }
}

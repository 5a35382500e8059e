import ArgumentParser
import ExperimentsCore

/// Switches overrides on.
struct OverrideEnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Switch overrides on again.")

    @Argument(help: "The names of the keys.") var keys: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings)
        let after = try target.change(keys) { $0[$1]?.isEnabled = true }
        try OverridesPrinter(options.settings).printChange("switched on", keys, target, after)
    }
}

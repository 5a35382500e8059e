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
        try target.turn(keys, on: true)
        try OverridesPrinter(options.settings).printChange("switched on", keys, target)
    }
}

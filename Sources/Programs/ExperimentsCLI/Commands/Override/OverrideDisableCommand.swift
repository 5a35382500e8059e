import ArgumentParser
import ExperimentsCore

/// Switches overrides off.
struct OverrideDisableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Switch overrides off, and keep them for later.")

    @Argument(help: "The names of the keys.") var keys: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings)
        try target.turn(keys, on: false)
        try OverridesPrinter(options.settings).printChange("switched off", keys, target)
    }
}

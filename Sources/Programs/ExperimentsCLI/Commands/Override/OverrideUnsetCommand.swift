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

import ArgumentParser
import ExperimentsCore

struct OverrideUnsetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Remove the overrides of keys, all of them or none.")
    static let examples = [
        CommandExample("experiments override unset paywall_type", "Go back to the value of the source")
    ]

    @Argument(help: "The names of the keys.", completion: .overriddenKeys) var keys: [String]

    @OptionGroup var scoping: ScopeOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings, for: scoping.scope(), ofTeam: scoping.team)
        let before = (try? target.own()) ?? .empty
        try target.remove(keys)
        try OverridesPrinter(options.settings).printChange("removed", keys, of: target, before: before)
    }
}

struct OverrideEnableCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Switch overrides on again.")
    static let examples = [
        CommandExample("experiments override enable paywall_type", "Switch it on again")
    ]

    @Argument(help: "The names of the keys.", completion: .overriddenKeys) var keys: [String]

    @OptionGroup var scoping: ScopeOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings, for: scoping.scope(), ofTeam: scoping.team)
        try target.turn(keys, on: true)
        try OverridesPrinter(options.settings).printChange("switched on", keys, of: target)
    }
}

struct OverrideDisableCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Switch overrides off, and keep them for later.")
    static let examples = [
        CommandExample("experiments override disable paywall_type", "Switch it off, and keep it")
    ]

    @Argument(help: "The names of the keys.", completion: .overriddenKeys) var keys: [String]

    @OptionGroup var scoping: ScopeOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings, for: scoping.scope(), ofTeam: scoping.team)
        try target.turn(keys, on: false)
        try OverridesPrinter(options.settings).printChange("switched off", keys, of: target)
    }
}

import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

struct OverrideEditCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change the note or the end of overrides, and leave their values as they are.")
    static let examples = [
        CommandExample("experiments override edit paywall_type --expires 18:00", "End an override this evening"),
        CommandExample("experiments override edit paywall_type --note \"for the demo\"", "Say what it is for"),
    ]

    @Argument(help: "The names of the keys.", completion: .overriddenKeys) var keys: [String]

    @Option(help: ArgumentHelp("The reason, for others to read; an empty text removes it.", valueName: "text"))
    var note: String?

    @Option(
        help: ArgumentHelp(
            "When it ends, as for `override set`; `never` to remove the end.", valueName: "when"))
    var expires: String?

    @OptionGroup var scoping: ScopeOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        guard note != nil || expires != nil else {
            throw CommandProblem("there is nothing to change", advice: "Give --note, --expires or both.")
        }
        let now = Date()
        let expiry = try expires.map { try OverrideExpiry(option: $0, now: now) }
        let target = try OverrideTarget.opened(options.settings, for: scoping.scope(), ofTeam: scoping.team)
        let before = (try? target.own()) ?? .empty
        let snapshot = expiry == .upstreamChange ? try OverrideTarget.upstream(options.settings) : .empty
        try target.amend(keys, note: note, end: expiry, at: now, given: snapshot)
        try OverridesPrinter(options.settings).printChange("changed", keys, of: target, before: before)
    }
}

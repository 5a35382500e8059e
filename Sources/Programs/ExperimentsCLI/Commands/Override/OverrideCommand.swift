import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

struct OverrideCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "override", abstract: "Set, remove and show overrides of values.",
        discussion: """
            An override takes the place of what the source holds, in the dashboard and in every app that reads the \
            same overrides file, a moment after it is set.

            The file is the one given with --overrides, else the one that the project file names, else \
            .experiments/overrides.json beside the project file, else, where there is no project, \
            experiments/overrides.json in $XDG_STATE_HOME (~/.local/state).

            Where the project file names a store that a team shares (overrides: {etcd: …}), its overrides lie under your own \
            file; with --team, they are changed and listed in its place, and `push` and `pull` copy between the two.

            With --app, an override is for one app that is linked with a server, and with --installation for one \
            installation of it, such as a tester's phone; of several, the one of the narrower scope counts.
            """,
        subcommands: [
            OverrideSetCommand.self, OverrideEditCommand.self, OverrideUnsetCommand.self, OverrideListCommand.self,
            OverrideEnableCommand.self,
            OverrideDisableCommand.self, OverrideClearCommand.self, OverrideUndoCommand.self, OverrideRedoCommand.self,
            OverrideLogCommand.self, OverridePushCommand.self, OverridePullCommand.self,
            ProfileCommand.self,
        ])
    static let examples = [
        CommandExample("experiments override set paywall_type b", "Force a variant"),
        CommandExample("experiments override list", "See what is overridden"),
        CommandExample("experiments override undo", "Take the last change back"),
    ]
}

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

struct OverrideClearCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove all overrides, after asking.")
    static let examples = [
        CommandExample("experiments override clear", "Remove all overrides, after a question"),
        CommandExample("experiments override clear --yes", "Remove them without one"),
    ]

    @Flag(help: "Do not ask.") var yes = false

    @OptionGroup var scoping: ScopeOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings, for: scoping.scope(), ofTeam: scoping.team)
        // Those of lower layers are not this file's.
        let before = try target.own()
        let names = before.names
        if !names.isEmpty, !yes {
            try confirm(names.count, target.path)
        } else {
            OverrideTarget.announce("removing the overrides of", names)
        }
        // What was not there when the question was asked stays.
        try target.change(OverrideTitle.removeAll, by: "override clear") { [yes] in $0.removeAll(yes ? nil : names) }
        try OverridesPrinter(options.settings).printChange("removed", names, of: target, before: before)
    }

    private func confirm(_ count: Int, _ path: String) throws {
        let all = count == 1 ? "the override" : "all \(count) overrides"
        try Question(
            text: "Remove \(CountText.count(count, "override")) from \(path)",
            reason: "clear asks before it removes anything",
            advice: "Use --yes to remove \(all) without a question.", refusal: "nothing was removed"
        ).ask()
    }
}

struct OverrideUndoCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo the last change of overrides, whoever made it.",
        discussion: """
            A change is what one command or one key of the dashboard did, to one key or several. Where a key was changed \
            since by something that keeps no journal, such as an editor, nothing is changed. `redo` does it again, and \
            `log` prints what there is to undo.
            """)
    static let examples = [
        CommandExample("experiments override undo", "Take the last change back")
    ]

    @Flag(help: "Also where keys were changed since by something that keeps no journal.") var force = false

    @Flag(help: "Of the team's overrides, and not of one's own.") var team = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings, ofTeam: team)
        let step = try target.reverse(.undo, force: force)
        try OverridesPrinter(options.settings).printReversal(.undo, step, of: target)
    }
}

struct OverrideRedoCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Redo the change that was undone last.",
        discussion: """
            Only until something else is changed. As with `undo`, keys that were changed since keep it from being done.
            """)
    static let examples = [
        CommandExample("experiments override redo", "Do again what was undone")
    ]

    @Flag(help: "Also where keys were changed since by something that keeps no journal.") var force = false

    @Flag(help: "Of the team's overrides, and not of one's own.") var team = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let target = try OverrideTarget.opened(options.settings, ofTeam: team)
        let step = try target.reverse(.redo, force: force)
        try OverridesPrinter(options.settings).printReversal(.redo, step, of: target)
    }
}

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

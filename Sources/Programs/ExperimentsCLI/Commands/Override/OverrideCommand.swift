import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

struct OverrideCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "override", abstract: "Manage overrides",
        discussion: """
            An override replaces the value of the source, in the dashboard and in every app that reads the same \
            overrides file, a moment after it is set.

            The overrides file is the one of --overrides, else the one of the project file, else \
            .experiments/overrides.json next to the project file, else (without a project) experiments/overrides.json \
            in $XDG_STATE_HOME (~/.local/state).

            If the project file names a store that a team shares (`overrides: {etcd: …}`), the team's overrides have \
            lower priority than your own file. With --team, they are changed and listed instead; `push` and `pull` \
            copy between the two.

            With --app, an override is only for one linked app, and with --installation only for one installation of \
            it, such as a tester's phone. The override with the narrower scope wins.
            """,
        subcommands: [
            OverrideSetCommand.self, OverrideEditCommand.self, OverrideUnsetCommand.self,
            OverrideListCommand.self,
            OverrideEnableCommand.self,
            OverrideDisableCommand.self, OverrideClearCommand.self, OverrideUndoCommand.self,
            OverrideRedoCommand.self,
            OverrideLogCommand.self, OverridePushCommand.self, OverridePullCommand.self,
            ProfileCommand.self,
        ])
    static let examples: KeyValuePairs = [
        "experiments override set paywall_type b": "Override a value",
        "experiments override list": "List the overrides",
        "experiments override undo": "Undo the last change",
    ]
}

struct OverrideEditCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Edit the note or expiry of overrides")
    static let examples: KeyValuePairs = [
        "experiments override edit paywall_type --expires 18:00": "End an override at 18:00",
        "experiments override edit paywall_type --note \"for the demo\"": "Add a note",
    ]

    @Argument(help: "Names of the keys", completion: .overriddenKeys) var keys: [String]

    @Option(help: ArgumentHelp("Note for others; an empty text removes it", valueName: "text"))
    var note: String?

    @Option(
        help: ArgumentHelp(
            "Expiry, as for `override set`; `never` removes it", valueName: "when"), completion: .expiries)
    var expires: String?

    @OptionGroup var scoping: ScopeOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        guard note != nil || expires != nil else {
            throw CommandProblem("nothing to change", advice: "Use --note, --expires or both.")
        }
        let now = Date()
        let expiry = try expires.map { try OverrideExpiry(option: $0, now: now) }
        try scoping.change(keys, with: options.settings) { target in
            let snapshot = expiry == .upstreamChange ? try OverrideTarget.upstream(options.settings) : .empty
            try target.amend(keys, note: note, end: expiry, at: now, given: snapshot)
        }
    }
}

struct OverrideClearCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove all overrides",
        discussion: """
            Removes those for everyone, for apps and for installations. With --app or --installation, removes only \
            those.
            """)
    static let examples: KeyValuePairs = [
        "experiments override clear": "Remove all overrides after a question",
        "experiments override clear --yes": "Remove all overrides without a question",
        "experiments override clear --app shop": "Remove all overrides for an app",
    ]

    @Flag(help: "Don't ask") var yes = false

    @OptionGroup var scoping: ScopeOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let scope = try scoping.scope()
        let target = try OverrideTarget.opened(options.settings, for: scope, ofTeam: scoping.team)
        // Overrides of lower layers are not in this file.
        let before = try target.ownOfAllScopes()
        let scopes = scope == .everyone ? before.scopes : [scope]
        let addresses = scopes.flatMap { scope in before[scope].names.map { OverrideAddress($0, scope) } }
        if !addresses.isEmpty, !yes {
            try confirm(addresses.count, target.path)
        } else {
            OverrideTarget.announce("removing the overrides of", addresses.map(\.text))
        }
        // Overrides that were added after the question stay.
        try target.clear(yes ? nil : addresses)
        try target.printChange(of: addresses, before: before, options.settings)
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
        commandName: "undo", abstract: "Undo the last change to overrides",
        discussion: """
            A change is one command or one action in the dashboard, for one key or several, by anyone. If a key was \
            changed afterwards by something without a journal, such as an editor, nothing is changed. Use `redo` to \
            redo it, and `log` to list the changes.
            """)
    static let examples: KeyValuePairs = ["experiments override undo": "Undo the last change"]

    @OptionGroup var reversing: ReversalOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws { try reversing.reverse(.undo, options.settings) }
}

struct OverrideRedoCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Redo the last undone change",
        discussion: """
            Possible until something else is changed. If a key was changed afterwards by something without a journal, \
            nothing is changed.
            """)
    static let examples: KeyValuePairs = ["experiments override redo": "Redo the last undone change"]

    @OptionGroup var reversing: ReversalOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws { try reversing.reverse(.redo, options.settings) }
}

/// The options of `undo` and `redo`.
struct ReversalOptions: ParsableArguments {
    @Flag(help: "Ignore later changes by programs without a journal") var force = false

    @Flag(help: "Use the team's overrides instead of your own") var team = false

    func reverse(_ reversal: OverrideReversal, _ settings: Settings) throws {
        let target = try OverrideTarget.opened(settings, ofTeam: team)
        let step = try target.reverse(reversal, force: force)
        try target.printReversal(reversal, step, settings)
    }
}

extension ScopeOptions {
    /// Changes the overrides of the target, and prints the effect on those of some keys.
    fileprivate func change(
        _ keys: [String], with settings: Settings, _ change: (OverrideTarget) throws -> Void
    ) throws {
        let target = try OverrideTarget.opened(settings, for: scope(), ofTeam: team)
        let before = (try? target.own()) ?? .empty
        try change(target)
        try target.printChange(of: keys, before: before, settings)
    }
}

struct OverrideUnsetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Remove overrides",
        discussion: """
            Removes the overrides of all named keys, or none if one of them has no override.
            """)
    static let examples: KeyValuePairs = [
        "experiments override unset paywall_type": "Return to the value of the source"
    ]

    @Argument(help: "Names of the keys", completion: .overriddenKeys) var keys: [String]

    @OptionGroup var scoping: ScopeOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        try scoping.change(keys, with: options.settings) { try $0.remove(keys) }
    }
}

struct OverrideEnableCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(commandName: "enable", abstract: "Turn overrides on")
    static let examples: KeyValuePairs = ["experiments override enable paywall_type": "Turn an override on"]

    @Argument(help: "Names of the keys", completion: .overriddenKeys) var keys: [String]

    @OptionGroup var scoping: ScopeOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        try scoping.change(keys, with: options.settings) { try $0.turn(keys, on: true) }
    }
}

struct OverrideDisableCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Turn overrides off without removing them")
    static let examples: KeyValuePairs = ["experiments override disable paywall_type": "Turn an override off"]

    @Argument(help: "Names of the keys", completion: .overriddenKeys) var keys: [String]

    @OptionGroup var scoping: ScopeOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        try scoping.change(keys, with: options.settings) { try $0.turn(keys, on: false) }
    }
}

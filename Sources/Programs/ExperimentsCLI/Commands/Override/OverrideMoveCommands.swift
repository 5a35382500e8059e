import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

struct OverridePushCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Copy your overrides to the team's store",
        discussion: """
            Prints the differences and asks. Overrides are copied with all their attributes. Overrides that only the \
            team has stay, unless --prune is given. Your file is not changed.
            """)
    static let examples: KeyValuePairs = [
        "experiments override push --dry-run": "Show what would change for the team",
        "experiments override push paywall_type --yes": "Copy one override without a question",
    ]

    @OptionGroup var move: MoveOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let (own, team) = try MoveOptions.places(options.settings)
        let source = own.store.layers.last?.overrides ?? own.store.overrides
        let overrides = try team.overrides()
        let plan = OverrideMove(
            from: source, to: overrides, names: try move.names(in: source), prunes: move.prune)
        guard try move.isWanted(plan, to: "the team's store", options) else { return }
        guard let ledger = team.teamLedger(of: "override push") else { return }
        for part in plan.parts {
            let title = "push \(OverrideTitle.words(for: part.keys))"
            try team.changeTeam { try await ledger.change(title, at: Date()) { try part.apply(to: &$0) } }
        }
        try move.tell(plan, as: "pushed", options)
    }
}

struct OverridePullCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull", abstract: "Copy the team's overrides to your file",
        discussion: """
            Prints the differences and asks. Overrides are copied with all their attributes. Overrides that only you \
            have stay, unless --prune is given. The team's store is not changed.
            """)
    static let examples: KeyValuePairs = [
        "experiments override pull --dry-run": "Show what would change in your file",
        "experiments override pull --prune --yes": "Make your file equal to the team's store",
    ]

    @OptionGroup var move: MoveOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let (own, team) = try MoveOptions.places(options.settings)
        let source = try team.overrides()
        let overrides = own.store.layers.last?.overrides ?? own.store.overrides
        let plan = OverrideMove(
            from: source, to: overrides, names: try move.names(in: source), prunes: move.prune)
        guard try move.isWanted(plan, to: own.path, options) else { return }
        let title = "pull \(OverrideTitle.words(for: plan.keys))"
        try own.ledger(of: "override pull").change(title, at: Date()) { try plan.apply(to: &$0) }
        try move.tell(plan, as: "pulled", options)
    }
}

/// The options of `push` and `pull`.
struct MoveOptions: ParsableArguments {
    @Argument(help: "Only the overrides of these keys", completion: .overriddenKeys) var keys: [String] = []

    @Flag(help: "Also remove overrides that the other side does not have") var prune = false

    @Flag(help: "Show what would change without changing it") var dryRun = false

    @Flag(help: "Don't ask") var yes = false

    /// Returns the user's own overrides, and the team's.
    static func places(_ settings: Settings) throws -> (own: OverrideTarget, team: OverrideTarget) {
        let team = try OverrideTarget.opened(settings, ofTeam: true)
        let own = OverrideTarget(files: team.files, keys: team.keys, scope: .everyone)
        _ = try own.overrides()
        return (own, team)
    }

    /// Returns the keys to copy; nil for all.
    ///
    /// - Throws: `CommandProblem` for a key without an override, unless missing overrides are removed on the other
    ///   side.
    func names(in source: OverrideSet) throws(CommandProblem) -> Set<String>? {
        guard !keys.isEmpty else { return nil }
        let known = Set(source.scopes.flatMap { source[$0].names })
        if !prune, let missing = keys.first(where: { !known.contains($0) }) {
            throw CommandProblem.unknownKey(missing, among: known.sorted())
        }
        return Set(keys)
    }

    /// Shows the changes of a move, and asks for confirmation.
    ///
    /// - Returns: false if there is nothing to do, or the changes are only shown.
    func isWanted(_ plan: OverrideMove, to place: String, _ options: GlobalOptions) throws -> Bool {
        if dryRun && options.json {
            try StandardOutput.document(document(plan, isDone: false))
            return false
        }
        guard !plan.isEmpty else {
            if options.json {
                try StandardOutput.document(document(plan, isDone: false))
            } else {
                try StandardOutput.line("no differences")
            }
            return false
        }
        let style = PlainText(options.settings)
        if !options.json {
            for change in plan.changes {
                let line = "\(change.word)  \(change.name): \(change.words())"
                try StandardOutput.line(style.shown(line))
            }
        }
        if dryRun { return false }
        guard !yes else { return true }
        let count = CountText.count(plan.changes.count, "override")
        try Question(
            text: "Change \(count) in \(place)", reason: "this changes overrides in \(place)",
            advice: "Use --yes to change them without a question."
        ).ask()
        return true
    }

    /// Prints what was done.
    func tell(_ plan: OverrideMove, as verb: String, _ options: GlobalOptions) throws {
        let count = CountText.count(plan.changes.count, "override")
        try options.settings.print(document(plan, isDone: true), else: "\(verb) \(count)")
    }

    private func document(_ plan: OverrideMove, isDone: Bool) -> Document {
        ["done": isDone, "changes": plan.changes.map(\.document)]
    }
}

extension OverrideMove {
    /// The keys whose overrides change.
    fileprivate var keys: [String] { Set(changes.map(\.address.name)).sorted() }
}

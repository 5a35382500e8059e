import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import ExperimentsTeam
import Foundation

struct OverrideListCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List overrides with warnings",
        discussion: """
            Warnings: `redundant` if the source has the same value, `orphan` if no key with this name is declared, \
            `refused` if the key does not accept the value, and `expired` if the override has ended. The source is \
            fetched to compare.

            With --app, lists only overrides that apply to the app, and with --installation only those that apply to \
            one installation. The override with the narrower scope wins.

            With --diff, shows each override next to the value of the source, if they differ.
            """)
    static let examples: KeyValuePairs = [
        "experiments override list": "List the overrides",
        "experiments override list --diff": "Show overrides next to the values of the source",
    ]

    @Flag(help: "Don't fetch; redundant overrides are not marked") var offline = false

    @Flag(help: "Show what the overrides change") var diff = false

    @OptionGroup var difference: DifferenceOptions

    @OptionGroup var scoping: ScopeOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        try difference.check(options)
        guard diff || difference.format == .table else { throw ValidationError("--format requires --diff") }
        guard !diff || (scoping.app == nil && scoping.installation == nil) else {
            throw ValidationError("--diff cannot be combined with --app or --installation")
        }
        guard !diff || !offline else {
            throw ValidationError(
                "--diff and --offline cannot be combined: --diff needs the values of the source")
        }
    }

    func run() throws {
        let target = try OverrideTarget.opened(
            options.settings, for: scoping.scope(), ofTeam: scoping.team, readOnly: true)
        for note in target.shared?.view.notes ?? [] {
            StandardError.line("note: ignored: \(VisibleText.of(note))")
        }
        let isEmpty = try target.scoped().scopes.isEmpty
        let snapshot = offline || isEmpty ? Snapshot.empty : target.fetchedSnapshot(options.settings)
        if diff { return try printDifferences(target, snapshot) }
        try target.printAll(snapshot, options.settings)
    }

    private func printDifferences(_ target: OverrideTarget, _ snapshot: Snapshot) throws {
        let overrides = target.store.overrides
        let circumstances = OverrideCircumstances(now: Date(), snapshot: snapshot, fetchedAt: nil)
        let schemas = Dictionary((target.keys ?? []).map { ($0.name, $0.schema) }) { first, _ in first }
        let keys = overrides.names.compactMap { name -> DifferingKey? in
            guard let override = overrides[name], override.isEnabled,
                !override.hasEnded(for: name, in: circumstances)
            else { return nil }
            let entry = snapshot.entries[name]
            if let text = entry?.text,
                text == override.value || schemas[name]?.areSame(text, override.value) == true
            {
                return nil
            }
            return DifferingKey(
                name: name, old: entry.map { $0.text ?? Snapshot.Entry.appDefault }, new: override.value)
        }
        let verdict: StyledText = keys.isEmpty ? "no differences\n" : "\(keys.count) overridden\n"
        try options.settings.print(["differences": keys.map(\.document)]) { _ in
            DifferencesPrinter(settings: options.settings, sides: ["source", "override"]).text(
                keys, as: difference.format, verdict: verdict)
        }
    }
}

struct OverrideLogCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Show who changed which overrides",
        discussion: """
            Newest first, at most \(OverrideJournal.stepLimit) changes by commands and dashboards. Changes that an \
            editor or an app made in the file are not included.
            """)
    static let examples: KeyValuePairs = [
        "experiments override log": "Show the changes",
        "experiments override log --json": "Print them for a script",
    ]

    @Option(help: ArgumentHelp("Only changes of this key", valueName: "name"), completion: .keys) var key:
        String?

    @Option(help: ArgumentHelp("Maximum number of changes", valueName: "number")) var limit: Int?

    @Flag(help: "Use the team's overrides instead of your own") var team = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("invalid --limit \(limit): expected 1 or more") }
    }

    func run() throws {
        let target = try OverrideTarget.opened(options.settings, ofTeam: team, readOnly: true)
        let journal = try target.journal()
        let steps = journal.steps.reversed().filter { step in key.map { step.keys.contains($0) } ?? true }
        if let key, steps.isEmpty { try checkKnown(key, in: target, journal) }
        let shown = Array(steps.prefix(limit ?? steps.count))
        try options.settings.print(
            document(shown, of: journal, target), else: table(shown),
            ifEmpty: "no changes of \(key ?? target.path) yet")
    }

    /// `{"path", "undo", "redo", "steps": [step]}`.
    private func document(_ steps: [OverrideStep], of journal: OverrideJournal, _ target: OverrideTarget)
        -> Document
    {
        [
            "path": target.team?.place
                ?? URL(fileURLWithPath: target.files.journal.path).standardizedFileURL.path,
            "undo": (journal.undoable.last?.subject).orNull, "redo": (journal.redoable.last?.subject).orNull,
            "steps": steps.map(\.document),
        ]
    }

    /// Throws an error for an unknown key. A known key without changes is valid.
    private func checkKnown(_ key: String, in target: OverrideTarget, _ journal: OverrideJournal) throws {
        guard let keys = target.keys, !keys.contains(where: { $0.name == key }),
            target.store.overrides[key] == nil
        else { return }
        throw CommandProblem.unknownKey(key, among: keys.map(\.name) + journal.steps.flatMap(\.keys))
    }

    private func table(_ steps: [OverrideStep]) -> Table {
        let columns: KeyValuePairs = [
            "STEP": 8, "TIME": 20, "AUTHOR": 20, "PROGRAM": 40, "ACTION": 60, "CHANGES": 120,
        ]
        return Table(columns, of: steps) { step in
            let changes = key.map { key in step.changes.filter { $0.address.name == key } } ?? step.changes
            return [
                .init(String(step.number), .dim), .init(RFC3339.text(of: step.at)),
                .init(step.origin.author ?? ""),
                .init(step.origin.program ?? ""),
                .init(Self.action(step), step.kind == .edit ? .plain : .dim),
                .init(changes.map { "\($0.name): \($0.words())" }.joined(separator: "; ")),
            ]
        }
    }

    private static func action(_ step: OverrideStep) -> String {
        step.kind == .edit ? step.title : "\(step.kind.word) \(step.subject): \(step.title)"
    }
}

extension OverrideStep {
    /// The keys that the step changed, in all scopes.
    fileprivate var keys: [String] { changes.map(\.address.name) }
}

import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

struct OverrideLogCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Print who changed which overrides when, and from what to what.",
        discussion: """
            The latest change first: what commands and dashboards did, \(OverrideJournal.stepLimit) changes at most. What \
            an editor or an app wrote into the file is not among them.
            """)
    static let examples = [
        CommandExample("experiments override log", "Print who changed what, and when"),
        CommandExample("experiments override log --json", "Print it for a script"),
    ]

    @Option(help: ArgumentHelp("Only changes of this key.", valueName: "name")) var key: String?

    @Option(help: ArgumentHelp("At most so many changes.", valueName: "number")) var limit: Int?

    @Flag(help: "Changes of the team's overrides, and not of one's own.") var team = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is a number from 1 on.") }
    }

    func run() throws {
        let target = try OverrideTarget.opened(options.settings, ofTeam: team)
        let journal = try target.journal()
        let steps = journal.steps.reversed().filter { step in key.map { step.keys.contains($0) } ?? true }
        if let key, steps.isEmpty { try checkKnown(key, in: target, journal) }
        let shown = Array(steps.prefix(limit ?? steps.count))
        if options.settings.json {
            return try StandardOutput.document(document(shown, of: journal, target))
        }
        try print(shown, target)
    }

    /// `{"path", "undo", "redo", "steps": [step]}`.
    private func document(
        _ steps: [OverrideStep], of journal: OverrideJournal, _ target: OverrideTarget
    ) -> Document {
        [
            "path": target.team?.place ?? URL(fileURLWithPath: target.files.journal.path).standardizedFileURL.path,
            "undo": (journal.undoable.last?.subject).orNull, "redo": (journal.redoable.last?.subject).orNull,
            "steps": steps.map(\.document),
        ]
    }

    /// A key without changes is valid, but an unknown key is a mistake.
    private func checkKnown(_ key: String, in target: OverrideTarget, _ journal: OverrideJournal) throws {
        guard let keys = target.keys, !keys.contains(where: { $0.name == key }), target.store.overrides[key] == nil
        else { return }
        throw CommandProblem.unknownKey(key, among: keys.map(\.name) + journal.steps.flatMap(\.keys))
    }

    private func print(_ steps: [OverrideStep], _ target: OverrideTarget) throws {
        let style = PlainText(options.settings)
        guard !steps.isEmpty else {
            return try StandardOutput.line("no changes of \(style.shown(key ?? target.path)) are kept")
        }
        var table = Table(["STEP": 8, "TIME": 20, "AUTHOR": 20, "PROGRAM": 40, "ACTION": 60, "CHANGES": 120])
        for step in steps {
            let changes =
                key.map { key in step.changes.filter { $0.address.name == key } } ?? step.changes
            table.append([
                .init(String(step.number), .dim), .init(RFC3339.text(of: step.at)), .init(step.origin.author ?? ""),
                .init(step.origin.program ?? ""), .init(Self.action(step), step.kind == .edit ? .plain : .dim),
                .init(changes.map { "\($0.name): \($0.words())" }.joined(separator: "; ")),
            ])
        }
        try table.print(style)
    }

    private static func action(_ step: OverrideStep) -> String {
        step.kind == .edit ? step.title : "\(step.kind.word) \(step.subject): \(step.title)"
    }
}

extension OverrideStep {
    /// The keys that it changed, whomever their overrides are for.
    fileprivate var keys: [String] { changes.map(\.address.name) }
}

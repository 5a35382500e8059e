import ArgumentParser
import ExperimentsOperator
import Foundation

struct StaleCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "stale", abstract: "List keys that can be removed from the code",
        discussion: """
            A key can be removed if its experiment has a final verdict, or if all users have had the same value for 90 \
            days, as seen by dashboards, `watch` and `check` on this machine. Keys that depend on a condition or on an \
            experiment without a verdict are not listed. Use `retire` to remove a key.
            """)
    static let examples: KeyValuePairs = [
        "experiments stale": "List the keys that can be removed",
        "experiments stale --json": "List them for a job that opens pull requests",
    ]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let settings = options.settings
        let now = Date()
        let candidates = try StaleKeys(settings, at: now).candidates
        let table = Table(["KEY": 60, "VALUE": 40, "WHY": 200], foldingLast: 2, of: candidates) { candidate in
            [
                .init(candidate.key), Table.Cell(held: candidate.value),
                .init(candidate.reasons.map { $0.words(at: now) }.joined(separator: "; ")),
            ]
        }
        try settings.print(
            [
                "keys": candidates.map { candidate -> Document in
                    [
                        "key": candidate.key, "value": candidate.value,
                        "reasons": candidate.reasons.map { $0.document(at: now) },
                    ]
                }
            ], else: table, ifEmpty: "no keys to remove")
    }
}

extension RetirementCandidate.Reason {
    fileprivate func document(at now: Date) -> Document {
        switch self {
        case .won(let experiment): ["kind": "won", "experiment": experiment, "text": words(at: now)]
        case .same(let since, let isLeast):
            ["kind": "same", "since": since, "longer": isLeast, "text": words(at: now)]
        }
    }
}

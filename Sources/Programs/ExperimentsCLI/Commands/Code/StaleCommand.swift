import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

struct StaleCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "stale", abstract: "Print the keys that could be taken out of the app's code, and why.",
        discussion: """
            A key can go if its experiment has a final verdict, or if everybody has had the same value for 90 days, as \
            far as dashboards, `watch` and `check` saw on this machine. A key for which a condition makes a difference \
            stays, and so does one of an experiment without a verdict. `retire` makes the change.
            """)
    static let examples = [
        CommandExample("experiments stale", "Print the keys that could go"),
        CommandExample("experiments stale --json", "Print them for a job that opens pull requests"),
    ]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let settings = options.settings
        let now = Date()
        let candidates = try StaleKeys(settings, at: now).candidates
        if settings.json {
            return try StandardOutput.document([
                "keys": candidates.map { candidate -> Document in
                    [
                        "key": candidate.key, "value": candidate.value,
                        "reasons": candidate.reasons.map { $0.document(at: now) },
                    ]
                }
            ])
        }
        let style = PlainText(settings)
        guard !candidates.isEmpty else {
            return try StandardOutput.line(style.shown("no key is known to be the same for everybody"))
        }
        var table = Table(["KEY": 60, "VALUE": 40, "WHY": 200], foldingLast: 2)
        for candidate in candidates {
            table.append([
                .init(candidate.key), Table.Cell(held: candidate.value),
                .init(candidate.reasons.map { $0.words(at: now) }.joined(separator: "; ")),
            ])
        }
        try table.print(style)
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

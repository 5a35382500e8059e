import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Everything known about one key, as in the dashboard's details.
struct KeyDetails {
    /// The key's status and value.
    let row: ReportRow
    private let report: Report
    private let store: any OverrideStore
    private let explanation: [ExplanationLine]
    private let now: Date

    /// - Parameter explains: whether the source explains the value. It only knows the current one.
    init(_ row: ReportRow, _ report: Report, of session: ProjectSession, at now: Date, explains: Bool = true)
    {
        self.row = row
        self.report = report
        self.now = now
        store = session.service.overrideStore
        let keeper = session.service.keeper as? any ExplainingKeeper
        explanation = explains ? keeper?.explanation(of: row.name) ?? [] : []
    }

    private var override: Override? { report.overrides[row.name] }

    private var experiments: [ExperimentAssignment] {
        report.snapshot.experiments.filter { $0.keys.contains(row.name) }
    }

    /// The row of a key with all of its details.
    var document: Document {
        var members = row.members(override: override, at: now)
        if let entry = members["override"]?.object {
            let warnings = KeyFacts.warnings(on: row, in: report, at: now)
            let details: Document = [
                "layer": store.layers.supplier(of: row.name)?.name, "warnings": warnings.map(\.document),
            ]
            members["override"] = (entry + details).json
        }
        return members + [
            "experiments": experiments.isEmpty ? nil : experiments.map(Self.document),
            "explanation": explanation.isEmpty ? nil : explanation.map(Self.document),
        ]
    }

    private static func document(of assignment: ExperimentAssignment) -> Document {
        ["experiment": assignment.id, "group": assignment.variant, "startedAt": assignment.startedAt]
    }

    private static func document(of line: ExplanationLine) -> Document {
        ["verdict": line.verdict.word, "depth": line.depth, "text": line.text]
    }

    /// Returns the details for people: on each line a label and its content, then why the key has its value.
    func lines(_ style: PlainText) -> [StyledText] {
        var lines = facts.map { fact in
            let text = text(of: fact)
            return style.shown(fact.label.padding(toLength: 12, withPad: " ", startingAt: 0), ink: .dim)
                + style.shown(text.isEmpty ? "\"\"" : text, ink: ink(of: fact.subject))
        }
        if !explanation.isEmpty { lines += ["", style.shown("why", ink: .bold)] }
        for line in explanation {
            let word = line.verdict == .note ? "" : line.verdict.word
            let indentation = String(repeating: " ", count: line.indentation)
            lines.append(
                style.shown(word.padding(toLength: 12, withPad: " ", startingAt: 0), ink: Ink(line.verdict))
                    + StyledText(indentation) + style.shown(line.text))
        }
        return lines
    }

    private var facts: [KeyFact] {
        KeyFacts(of: row.name, row, in: report, layers: store.layers, at: now).facts
    }

    private func text(of fact: KeyFact) -> String {
        switch fact.content {
        // The problem of an incorrect value has a separate line.
        case .text(let text): fact.subject == .status(.incorrect) ? KeyStatus.incorrect.rawValue : text
        case .value(let text): text
        case .problem(let problem): problem.description
        case .time(let date): RFC3339.text(of: date)
        }
    }

    private func ink(of subject: KeyFact.Subject) -> Ink {
        switch subject {
        case .name: .bold
        case .status(let status): Ink(status)
        case .problem: .red
        case .override: .cyan
        case .warning: .yellow
        default: .plain
        }
    }
}

extension OverrideWarning {
    /// `{"warning", "explanation"}`.
    var document: Document { ["warning": word, "explanation": explanation] }
}

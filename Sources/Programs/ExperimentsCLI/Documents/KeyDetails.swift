import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Everything that is known of one key: what the dashboard's details show.
struct KeyDetails {
    /// The key's status and value.
    let row: ReportRow
    private let report: Report
    private let store: any OverrideStore
    private let explanation: [ExplanationLine]
    private let now: Date

    init(_ row: ReportRow, _ report: Report, of session: ProjectSession, at now: Date) {
        (self.row, self.report, self.now) = (row, report, now)
        store = session.service.overrideStore
        explanation = (session.service.keeper as? any ExplainingKeeper)?.explanation(of: row.name) ?? []
    }

    private var override: Override? { report.overrides[row.name] }

    private var experiments: [ExperimentAssignment] {
        report.snapshot.experiments.filter { $0.keys.contains(row.name) }
    }

    /// The object: a row with what there is to say of one key alone.
    var json: JSONValue {
        var members = RowDocument(row, override: override, at: now).members
        if var entry = members["override"]?.object {
            entry["layer"] = store.layers.supplier(of: row.name).map { .string($0.name) }
            let warnings = KeyFacts.warnings(on: row, in: report, at: now)
            entry["warnings"] = .array(
                warnings.map { ["warning": .string($0.word), "explanation": .string($0.explanation)] })
            members["override"] = .object(entry)
        }
        if !experiments.isEmpty { members["experiments"] = .array(experiments.map(Self.json)) }
        if !explanation.isEmpty { members["explanation"] = .array(explanation.map(Self.json)) }
        return .object(members)
    }

    private static func json(of assignment: ExperimentAssignment) -> JSONValue {
        var members = JSONObject()
        members["experiment"] = .string(assignment.id)
        members["group"] = .string(assignment.variant)
        members["startedAt"] = assignment.startedAt.map { .string(RFC3339.text(of: $0)) }
        return .object(members)
    }

    private static func json(of line: ExplanationLine) -> JSONValue {
        ["verdict": .string(line.verdict.word), "depth": .number(String(line.depth)), "text": .string(line.text)]
    }

    /// The same for people: a word and what it says on each line, then why the key has its value.
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
            let ink: Ink =
                switch line.verdict {
                case .chosen: .green
                case .problem: .red
                case .failed: .dim
                case .passed, .note: .plain
                }
            lines.append(
                style.shown(word.padding(toLength: 12, withPad: " ", startingAt: 0), ink: ink)
                    + StyledText(indentation) + style.shown(line.text))
        }
        return lines
    }

    private var facts: [KeyFact] {
        KeyFacts(of: row.name, row, in: report, layers: store.layers, at: now).facts
    }

    private func text(of fact: KeyFact) -> String {
        switch fact.content {
        // What is wrong with an incorrect value has a line of its own.
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

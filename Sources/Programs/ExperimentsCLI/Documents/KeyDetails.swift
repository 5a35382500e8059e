import ExperimentsCore
import Foundation

/// Everything that is known of one key: what the dashboard's details show.
struct KeyDetails {
    /// What the key comes to.
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

    private var warnings: [OverrideWarning] {
        override.map { report.warnings(on: $0, of: row.name, row: row, at: now) } ?? []
    }

    /// The object: a row with what there is to say of one key alone.
    var json: JSONValue {
        var members = RowDocument(row, override: override, at: now).members
        if var entry = members["override"]?.object {
            entry["layer"] = store.layers.supplier(of: row.name).map { .string($0.name) }
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
        var lines = facts.map { label, text, ink in
            style.shown(label.padding(toLength: 12, withPad: " ", startingAt: 0), ink: .dim)
                + style.shown(text.isEmpty ? "\"\"" : text, ink: ink)
        }
        if !explanation.isEmpty { lines += ["", style.shown("why", ink: .bold)] }
        for line in explanation {
            let word = line.verdict == .note ? "" : line.verdict.word
            let indentation = String(repeating: " ", count: min(8, 2 * max(0, line.depth - 1)))
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

    private var facts: [(label: String, text: String, ink: Ink)] {
        let schema = row.key.schema
        var facts: [(String, String?, Ink)] = [
            ("key", row.name, .bold), ("title", row.key.declaredTitle, .plain), ("group", row.key.group, .plain),
            ("about", row.key.summary, .plain), ("status", row.status.rawValue, Ink(row.status)),
            (row.usesDefault ? "app gets" : "value", row.valueText ?? "its own default", .plain),
            ("problem", row.problem?.description, .red), ("source has", sourceText, .plain),
            ("type", schema.kind.rawValue, .plain), ("expected", schema.expectation, .plain),
            ("default", schema.defaultText, .plain), ("supplier", row.entry?.supplier, .plain),
        ]
        if let override { facts += self.facts(of: override) }
        facts += experiments.map { ("experiment", "\($0.id), group \($0.variant)", .plain) }
        return facts.compactMap { label, text, ink in text.map { (label, $0, ink) } }
    }

    private var sourceText: String? {
        guard let entry = row.entry else { return "nothing" }
        return entry.text ?? "the app's default"
    }

    private func facts(of override: Override) -> [(String, String?, Ink)] {
        let hasEnded = override.hasEnded(for: row.name, in: report.circumstances(at: now))
        let end = override.until?.words ?? override.expiresAt.map { RFC3339.text(of: $0) }
        return [
            ("override", hasEnded ? "expired" : override.isEnabled ? "on" : "off", .cyan),
            ("its value", override.value, .plain), ("by", override.author, .plain),
            ("set", override.setAt.map { RFC3339.text(of: $0) }, .plain), ("until", end, .plain),
            ("note", override.note, .plain), ("layer", store.layers.supplier(of: row.name)?.name, .plain),
        ] + warnings.map { ("warning", "\($0.word): \($0.explanation)", .yellow) }
    }
}

extension ExplanationLine.Verdict {
    /// The word for it: `chosen`, `holds`, `no`, `problem` or `note`.
    var word: String {
        switch self {
        case .chosen: "chosen"
        case .passed: "holds"
        case .failed: "no"
        case .problem: "problem"
        case .note: "note"
        }
    }
}

import ExperimentsCore
import ExperimentsOperator
import Foundation

/// A report as JSON, as `list --json` and `check --json` print it.
struct ReportDocument {
    /// The document.
    let json: JSONValue

    init(
        _ report: Report, of session: ProjectSession, _ choice: RowChoice = RowChoice(), verdict: Bool? = nil,
        at now: Date = Date()
    ) {
        let rows = choice.rows ?? report.rows
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["source"] = SourceDocument(session, report.snapshot).json
        members["passed"] = verdict.map(JSONValue.bool)
        var counts = JSONObject()
        for status in KeyStatus.allCases { counts[status.rawValue] = .number(String(report.counts[status])) }
        members["counts"] = .object(counts)
        if choice.isGrouped { members["groups"] = .array(RowGroup.groups(of: rows).map(\.json)) }
        members["keys"] = .array(
            rows.map { row in
                var members = RowDocument(row, override: report.overrides[row.name], at: now).members
                members["was"] = choice.was(row.name)
                return .object(members)
            })
        json = .object(members)
    }
}

extension RowGroup {
    /// `{"name", "counts", "keys"}`, the keys by name.
    fileprivate var json: JSONValue {
        [
            "name": name.map(JSONValue.string) ?? .null,
            "counts": .object(
                JSONObject(
                    distinct: counts.map { .init(name: $0.status.rawValue, value: .number(String($0.count))) })),
            "keys": .array(rows.map { .string($0.name) }),
        ]
    }
}

import ExperimentsCore
import Foundation

/// A report as JSON, as `list --json` and `check --json` print it.
struct ReportDocument {
    /// The document.
    let json: JSONValue

    init(_ report: Report, of session: ProjectSession, verdict: Bool? = nil, at now: Date = Date()) {
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["source"] = SourceDocument(session, report.snapshot).json
        members["passed"] = verdict.map(JSONValue.bool)
        var counts = JSONObject()
        for status in KeyStatus.allCases { counts[status.rawValue] = .number(String(report.counts[status])) }
        members["counts"] = .object(counts)
        members["keys"] = .array(report.rows.map { RowDocument($0, override: report.overrides[$0.name], at: now).json })
        json = .object(members)
    }
}

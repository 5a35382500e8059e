import ExperimentsCore
import Foundation

/// A report as JSON, as `list --json` and `check --json` print it.
struct ReportDocument {
    /// The document.
    let json: JSONValue

    /// - Parameters:
    ///   - rows: those to list; nil for all.
    ///   - isGrouped: whether there is a list of the groups, too.
    init(
        _ report: Report, of session: ProjectSession, rows: [ReportRow]? = nil, verdict: Bool? = nil,
        isGrouped: Bool = false, at now: Date = Date()
    ) {
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["source"] = SourceDocument(session, report.snapshot).json
        members["passed"] = verdict.map(JSONValue.bool)
        var counts = JSONObject()
        for status in KeyStatus.allCases { counts[status.rawValue] = .number(String(report.counts[status])) }
        members["counts"] = .object(counts)
        if isGrouped { members["groups"] = .array(RowGroup.groups(of: rows ?? report.rows).map(\.json)) }
        members["keys"] = .array(
            (rows ?? report.rows).map { RowDocument($0, override: report.overrides[$0.name], at: now).json })
        json = .object(members)
    }
}

import ExperimentsCore
import ExperimentsOperator

/// A report as a table for people: the key, its type, its status, the value that the app gets, and why.
struct ReportTable {
    private let report: Report
    private let rows: [ReportRow]
    private let choice: RowChoice

    init(_ report: Report, _ choice: RowChoice = RowChoice()) {
        self.report = report
        self.choice = choice
        rows = choice.rows ?? report.rows
    }

    /// The table and a line that counts.
    func text(_ style: PlainText, source: String, width: Int?) -> StyledText {
        var table = Table([
            .init(title: "KEY", limit: 60), .init(title: "TYPE", limit: 6), .init(title: "STATUS", limit: 10),
            .init(title: "VALUE", limit: 40), .init(title: "NOTE", limit: 120),
        ])
        if choice.isGrouped {
            for group in RowGroup.groups(of: rows) {
                table.appendHeading(group.heading)
                for row in group.rows { table.append(cells(row)) }
            }
        } else {
            for row in rows { table.append(cells(row)) }
        }
        let summary = ReportSummary(report, source: source).text
        return table.text(style, width: width) + "\n" + style.shown(summary) + "\n"
    }

    private func cells(_ row: ReportRow) -> [Table.Cell] {
        let value = row.valueText ?? "-"
        return [
            .init(row.name), .init(row.key.schema.kind.rawValue, .dim), .init(row.status.rawValue, Ink(row.status)),
            .init(value.isEmpty ? "\"\"" : value, row.usesDefault ? .dim : .plain),
            .init([was(row), note(on: row)].filter { !$0.isEmpty }.joined(separator: "; ")),
        ]
    }

    private func was(_ row: ReportRow) -> String {
        guard choice.changes[row.name] != nil else { return "" }
        guard let was = choice.was(row.name) else { return "new" }
        guard let text = was.string else { return "was \(Snapshot.Entry.appDefault)" }
        return "was \(text.isEmpty ? "\"\"" : text)"
    }

    private func note(on row: ReportRow) -> String {
        switch row.status {
        case .ok: row.entry?.supplier.map { "by \($0)" } ?? ""
        case .missing: row.valueText == nil ? "no value" : "no value; the app uses its default"
        case .incorrect: row.problem?.description ?? ""
        case .override: overrideNote(on: row)
        case .default: "the source says to use the app's default"
        case .undeclared: "not in the catalogue"
        case .unknown: "nothing was fetched yet"
        }
    }

    private func overrideNote(on row: ReportRow) -> String {
        let override = report.overrides[row.name]
        var parts = [row.entry == nil ? "the source has no value" : "the source has \(row.remoteText ?? "no value")"]
        if let author = override?.author { parts.append("by \(author)") }
        if let end = override?.until { parts.append("until \(end.words)") }
        if let end = override?.expiresAt { parts.append("until \(RFC3339.text(of: end))") }
        if let note = override?.note { parts.append(note) }
        return parts.joined(separator: "; ")
    }
}

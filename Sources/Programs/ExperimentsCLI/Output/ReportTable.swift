import ExperimentsCore
import ExperimentsOperator

/// A report as a table for people: the key, its type, its status, the value that the app gets, and why.
struct ReportTable {
    private let report: Report
    private let rows: [ReportRow]
    private let choice: RowChoice
    private let list: ListedKeys

    init(_ report: Report, _ choice: RowChoice = RowChoice()) {
        self.report = report
        self.choice = choice
        list = ListedKeys(report)
        rows = choice.rows ?? report.rows
    }

    /// Returns the table, and a line with the counts.
    func text(_ style: PlainText, source: String) -> StyledText {
        let titles = Self.columns.map {
            Table.Column(title: $0.title().uppercased(), limit: $0.tableLimit ?? 0)
        }
        var table = Table(titles + [.init(title: "NOTE", limit: 120)])
        if choice.isGrouped {
            for group in RowGroup.groups(of: rows) {
                table.appendHeading(group.heading)
                for row in group.rows { table.append(cells(row)) }
            }
        } else {
            for row in rows { table.append(cells(row)) }
        }
        let summary = report.summary(of: source)
        let isUnmatched = rows.isEmpty && !report.rows.isEmpty
        return (isUnmatched ? "no keys match\n" : table.text(style)) + "\n" + style.shown(summary) + "\n"
    }

    /// The columns of the table: the original ones, and then the others.
    private static let columns: [KeyColumn] = {
        let first: [KeyColumn] = [.key, .type, .status, .value]
        return first + KeyColumn.declarations.filter { $0.tableLimit != nil && !first.contains($0) }
    }()

    private func cells(_ row: ReportRow) -> [Table.Cell] {
        let key = ListedKey(row.name, row, override: report.overrides[row.name], in: list)
        let note = [was(row), note(on: row)].filter { !$0.isEmpty }.joined(separator: "; ")
        return Self.columns.map { column in
            let text = column.text(key) ?? "-"
            return .init(text.isEmpty ? "\"\"" : text, ink(of: column, row))
        } + [.init(note)]
    }

    private func ink(of column: KeyColumn, _ row: ReportRow) -> Ink {
        switch column {
        case .status: Ink(row.status)
        case .type: .dim
        case .value where row.usesDefault: .dim
        default: .plain
        }
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
        case .missing where row.valueText != nil: (row.statusReason ?? "") + "; the app uses its default"
        case .incorrect: row.problem?.description ?? ""
        case .override: overrideNote(on: row)
        case .missing, .default, .undeclared, .unknown: row.statusReason ?? ""
        }
    }

    private func overrideNote(on row: ReportRow) -> String {
        let override = report.overrides[row.name]
        var parts = [
            row.entry == nil ? "the source has no value" : "the source has \(row.remoteText ?? "no value")"
        ]
        if let author = override?.author { parts.append("by \(author)") }
        if let end = override?.until { parts.append("until \(end.words)") }
        if let end = override?.expiresAt { parts.append("until \(RFC3339.text(of: end))") }
        if let note = override?.note { parts.append(note) }
        return parts.joined(separator: "; ")
    }
}

extension Report {
    /// Returns the report in one line: `demo, version 3: 12 keys, 9 ok, 1 missing, 1 incorrect, 1 override`.
    func summary(of source: String) -> String {
        let place = source + (snapshot.version.map { ", version \($0)" } ?? "")
        let counts = KeyStatus.allCases.filter { self.counts[$0] > 0 }.map {
            "\(self.counts[$0]) \($0.rawValue)"
        }
        return "\(place): " + ([CountText.count(declaredCount, "key")] + counts).joined(separator: ", ")
    }
}

/// The rows of a report to print, and how.
struct RowChoice {
    /// The rows; nil for all.
    var rows: [ReportRow]?
    /// Whether the rows are in groups with headings.
    var isGrouped = false
    /// The changes by key name, if the old values are printed.
    var changes = ExactDictionary<SnapshotDifference.Change>()

    /// Returns the old value of the source; nil if it is not needed, or there was none.
    func was(_ name: String) -> JSONValue? {
        switch changes[name] {
        case .removed(let text), .changed(let text, _): text.map(JSONValue.string) ?? .null
        case .added, nil: nil
        }
    }
}

import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI

/// A row of a matrix, and two of its values to compare. It is shown in the boxes below a matrix, and below the
/// differences of two sources.
struct ComparedCells {
    private let row: ValueMatrix.Row
    private let columns: [ValueMatrix.Column]
    /// The indices of both values, which may be equal.
    private let compared: [Int]

    init(_ row: ValueMatrix.Row, _ columns: [ValueMatrix.Column], comparing first: Int, with other: Int) {
        self.row = row
        self.columns = columns
        compared = [first, other]
    }

    func sections(_ state: DashboardState) -> [DetailSection] {
        let key = row.key
        let notes = [key.declaredTitle, key.group, key.schema.kind.rawValue].compactMap(\.self)
        let main = DetailSection(BoxTitle(row.name, notes: notes), .wide, columns: 120) { describe(&$0) }
        return [main]
            + zip(compared, [DetailSection.Place.leading, .trailing]).map { place, side in
                DetailSection(BoxTitle(columns[place].title), side, columns: 60) { [self] lines in
                    lines.describe(row.cells[place], in: columns[place])
                }
            } + [
                DetailSection(BoxTitle("Values", notes: [state.sourceName]), .leading, columns: 60) {
                    $0.describeValues(of: row.name)
                },
                DetailSection(BoxTitle("Experiments"), .leading, columns: 60) {
                    $0.describeExperiments(on: row.name)
                },
                DetailSection(BoxTitle("Latest changes", notes: [state.sourceName]), .leading, columns: 60) {
                    $0.describeLatestChanges()
                },
                DetailSection(BoxTitle("In the apps"), columns: 60) { $0.describeApps(with: row.name) },
            ]
    }

    /// Describes the key, its values if there are more than two, and the differences.
    private func describe(_ lines: inout DetailLines) {
        lines.describeDeclaration(of: row)
        func separate() { if !lines.lines.isEmpty { lines.lines.append([]) } }
        if columns.count > 2 {
            separate()
            lines.describe(row, in: columns, marking: Set(compared))
        }
        let texts = compared.map { row.cells[$0]?.valueText }
        let difference = ValueDifference(glancingAt: texts[0], texts[1])
        guard case .json(let changes) = difference.form, !changes.changes.isEmpty else { return }
        separate()
        lines.describe(changes)
    }
}

extension DetailLines {
    /// Describes the facts about a key that do not depend on the column.
    fileprivate mutating func describeDeclaration(of row: ValueMatrix.Row) {
        guard let cell = row.cells.lazy.compactMap(\.self).first else { return }
        let report = state.source.report
        let known = KeyFacts(of: row.name, cell, in: report, layers: state.overriding.layers, at: state.now)
        for fact in known.facts {
            switch fact.subject {
            case .about, .expected, .defaultValue, .warning: show(fact, cell)
            default: break
            }
        }
        if let override = report.overrides[row.name] {
            add("override", override.value + (override.isEnabled ? "" : " (off)"), .override)
        }
    }

    /// Describes a whole value, and its problem if it has one.
    fileprivate mutating func describe(_ cell: ReportRow?, in column: ValueMatrix.Column) {
        guard let cell else {
            lines.append([
                Span(column.snapshot == nil ? column.problem ?? "not fetched yet" : "nothing", .missing)
            ])
            return
        }
        if let reason = cell.statusReason, cell.isDeclared {
            let sign = KeySign(cell.status).map { $0.text + " " } ?? ""
            lines += Span(sign + reason, cell.status.role).wrapped(to: width, limit: 6)
        }
        if column.isStale, let problem = column.problem {
            lines += Span(problem, .stale).wrapped(to: width, limit: 6)
        }
        if let problem = cell.problem { describe(problem) }
        addValue(
            cell.usesDefault ? "app gets" : "value", cell.valueText ?? Snapshot.Entry.appDefault,
            cell.usesDefault ? .default : .value)
        if let supplier = cell.entry?.supplier { add("set by", supplier) }
    }

    /// The maximum number of changes within a value to list.
    private static let jsonChangeLimit = 20

    /// Describes the differences of two JSON values, by path.
    fileprivate mutating func describe(_ difference: JSONDifference) {
        for change in difference.changes.prefix(Self.jsonChangeLimit) {
            let role: Role =
                switch change.kind {
                case .added: .added
                case .removed: .removed
                case .changed, .moved: .changed
                }
            lines.append([Span(DisplayText(change.line).truncated(to: width), role)])
        }
        let more = difference.changes.count - Self.jsonChangeLimit
        if more > 0 { lines.append([Span("… \(more) more", .dim)]) }
    }
}

import ExperimentsCore

/// All that a filter asks of the rows of a report, column by column.
struct SearchColumns: Sendable {
    /// Which group each row belongs to.
    let membership: KeyGroups.Membership
    /// The length of the longest name in bytes.
    let longestName: Int
    let names: TextColumn
    let titles: TextColumn
    let groups: CodedColumn
    private(set) var values: TextColumn
    private(set) var sources: CodedColumn
    private var statuses: [KeyStatus] = []
    private let kinds: [ValueKind]

    init(_ report: Report) {
        let rows = report.rows
        var names = TextColumn(rowCount: rows.count, capacity: rows.count * 24)
        var titles = TextColumn(rowCount: rows.count)
        values = TextColumn(rowCount: rows.count, capacity: rows.count * 24, longest: SearchIndex.longestValue)
        sources = CodedColumn(rowCount: rows.count)
        statuses.reserveCapacity(rows.count)
        var kinds: [ValueKind] = []
        kinds.reserveCapacity(rows.count)
        var longestName = 0
        for row in rows {
            let key = row.key
            longestName = max(longestName, key.name.utf8.count)
            names.append(key.name)
            titles.append(key.declaredTitle ?? "")
            values.append(row.valueText ?? "")
            sources.append(row.sourceWord)
            statuses.append(row.status)
            kinds.append(key.schema.kind)
        }
        membership = KeyGroups.Membership(report)
        groups = CodedColumn(texts: membership.texts, codes: membership.groups)
        (self.names, self.titles, self.kinds, self.longestName) = (names, titles, kinds, longestName)
    }

    var rowCount: Int { statuses.count }

    /// The number of rows that were replaced.
    var replacedCount: Int { values.replaced.count }

    mutating func replace(_ number: Int, _ row: ReportRow) {
        values.replace(number, row.valueText ?? "")
        sources.replace(number, row.sourceWord)
        statuses[number] = row.status
    }

    func rows(of wanted: Set<KeyStatus>) -> RowSet { Self.rows(of: wanted, in: statuses) }

    func rows(of wanted: Set<ValueKind>) -> RowSet { Self.rows(of: wanted, in: kinds) }

    private static func rows<Value: Hashable>(of wanted: Set<Value>, in column: [Value]) -> RowSet {
        column.withUnsafeBufferPointer { column in
            var rows = RowSet(rowCount: column.count)
            for value in wanted { rows.formUnion(RowSet(rowCount: column.count) { column[$0] == value }) }
            return rows
        }
    }

    /// The rows, of some, that contain a text in any of the fields where a word is looked for: all but the source,
    /// which almost every row has the same.
    func rows(containing needle: Needle, among candidates: RowSet) -> RowSet {
        var found = names.rows(containing: needle, among: candidates)
        let words = Set(KeyStatus.allCases.filter { needle.occurs(in: $0.rawValue) })
        if !words.isEmpty { found.formUnion(rows(of: words).intersection(candidates)) }
        found.formUnion(groups.rows(containing: needle, among: candidates.subtracting(found)))
        found.formUnion(titles.rows(containing: needle, among: candidates.subtracting(found)))
        found.formUnion(values.rows(containing: needle, among: candidates.subtracting(found)))
        return found
    }

    /// The rows, of some, that contain a text in one field.
    func rows(containing needle: Needle, in field: FilterField, among candidates: RowSet) -> RowSet {
        switch field {
        case .key: names.rows(containing: needle, among: candidates)
        case .group: groups.rows(containing: needle, among: candidates)
        case .value: values.rows(containing: needle, among: candidates)
        case .source: sources.rows(containing: needle, among: candidates)
        case .status, .type, .changed, .experiment: RowSet(rowCount: candidates.rowCount)
        }
    }

    /// The rows, of some, whose name has these letters in this order, with anything between them.
    func rows(spelling needle: Needle, among candidates: RowSet) -> RowSet {
        names.rows(spelling: needle, among: candidates)
    }
}

extension ReportRow {
    /// The supplier of the value in force, in one word, or by the name that the source gives.
    package var sourceWord: String {
        if overrideText != nil { return usesDefault ? "default" : "override" }
        return usesDefault ? "default" : entry?.supplier ?? "source"
    }
}

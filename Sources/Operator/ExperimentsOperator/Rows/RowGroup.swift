import ExperimentsCore

/// The rows of one group of keys.
package struct RowGroup: Sendable {
    /// The group's name; nil for keys that have none.
    package let name: String?
    /// Whether they are names that only the source knows.
    var isUndeclared = false
    /// The rows, in the order they came.
    package private(set) var rows: [ReportRow] = []

    /// Returns the groups in the order in which rows first name them, then the keys without a group, then the
    /// undeclared names.
    package static func groups(of rows: [ReportRow]) -> [RowGroup] {
        var groups: [RowGroup] = []
        var numbers: [String: Int] = [:]
        var without = RowGroup(name: nil)
        var undeclared = RowGroup(name: nil, isUndeclared: true)
        for row in rows {
            guard let name = row.key.group else {
                if row.status == .undeclared { undeclared.rows.append(row) } else { without.rows.append(row) }
                continue
            }
            let number = numbers[name] ?? groups.count
            if number == groups.count {
                groups.append(RowGroup(name: name))
                numbers[name] = number
            }
            groups[number].rows.append(row)
        }
        return groups + [without, undeclared].filter { !$0.rows.isEmpty }
    }

    /// The line over the rows: `Checkout: 3 keys, 2 ok, 1 missing`.
    package var heading: String {
        let counts = self.counts.map { "\($0.count) \($0.status.rawValue)" }
        let keys = CountText.count(rows.count, "key")
        let title = name ?? (isUndeclared ? KeyGroups.undeclared : KeyGroups.none)
        return "\(title): " + ([keys] + counts).joined(separator: ", ")
    }

    /// The number of rows with each status, if there are any.
    package var counts: [(status: KeyStatus, count: Int)] {
        KeyStatus.allCases.map { status in (status, rows.count { $0.status == status }) }.filter { $0.count > 0 }
    }
}

import ExperimentsCore

/// The rows of a list under the headings of their groups.
package struct KeyGroups: Sendable {
    package struct Heading: Sendable, Hashable {
        package let name: String
        package var count = 0
        package var missing = 0
        package var incorrect = 0
        package var unknown = 0
        package var isCollapsed = false
    }

    /// The content of one line.
    package enum Line: Hashable {
        case heading(Int)
        /// The number of an entry of the list.
        case entry(Int)
    }

    package private(set) var headings: [Heading] = []
    /// A number of an entry, or below zero -1 for the first heading, -2 for the second.
    private var lines: [Int32] = []

    package static let none = "no group"
    package static let undeclared = "not declared"
    package static let orphans = "no longer declared"

    /// Groups the rows at `visible`, and after them `orphanCount` entries that have no row.
    ///
    /// - Parameter membership: the group of each row of the report.
    package init(
        _ rows: [ReportRow], visible: [Int], orphanCount: Int, membership: Membership, collapsed: Set<String>
    ) {
        var members = [[Int32]](repeating: [], count: membership.names.count)
        var found = membership.names.map { Heading(name: $0, isCollapsed: collapsed.contains($0)) }
        for (entry, row) in visible.enumerated() {
            let group = Int(membership.groups[row])
            members[group].append(Int32(entry))
            found[group].count += 1
            switch rows[row].status {
            case .missing: found[group].missing += 1
            case .incorrect: found[group].incorrect += 1
            case .unknown: found[group].unknown += 1
            default: break
            }
        }
        if orphanCount > 0 {
            members.append((visible.count..<visible.count + orphanCount).map(Int32.init))
            found.append(
                Heading(name: Self.orphans, count: orphanCount, isCollapsed: collapsed.contains(Self.orphans))
            )
        }
        for (heading, entries) in zip(found, members) where !entries.isEmpty {
            headings.append(heading)
            lines.append(-Int32(headings.count))
            if !heading.isCollapsed { lines += entries }
        }
    }

    package var count: Int { lines.count }

    /// The numbers of the entries of open groups, in order.
    package var entries: some Sequence<Int> { lines.lazy.filter { $0 >= 0 }.map { Int($0) } }

    package func place(ofEntry entry: Int) -> Int? { lines.firstIndex(of: Int32(entry)) }

    package func place(ofHeading name: String) -> Int? {
        headings.firstIndex { $0.name == name }.flatMap { lines.firstIndex(of: -Int32($0) - 1) }
    }

    package func line(_ position: Int) -> Line? {
        guard lines.indices.contains(position) else { return nil }
        let line = Int(lines[position])
        return line < 0 ? .heading(-line - 1) : .entry(line)
    }

    /// The group of each row of a report: groups in the order of declaration, then those only at the source, then rows
    /// without a group, then undeclared ones.
    package struct Membership: Sendable {
        package private(set) var names: [String] = []
        package private(set) var groups: [Int32] = []

        /// The texts for searching names of groups; empty texts for rows without a group.
        package var texts: [String] { names.dropLast(2) + ["", ""] }

        package init(_ report: Report) {
            groups.reserveCapacity(report.rows.count)
            var numbers: [String: Int32] = [:]
            for (index, row) in report.rows.enumerated() {
                guard let name = row.key.group else {
                    groups.append(index < report.declaredCount ? -1 : -2)
                    continue
                }
                let number = numbers[name] ?? Int32(names.count)
                if Int(number) == names.count {
                    names.append(name)
                    numbers[name] = number
                }
                groups.append(number)
            }
            let without = Int32(names.count)
            for index in groups.indices where groups[index] < 0 {
                groups[index] = without - groups[index] - 1
            }
            names += [KeyGroups.none, KeyGroups.undeclared]
        }
    }
}

/// The rows of one group of keys.
package struct RowGroup: Sendable {
    /// The group's name; nil for keys that have none.
    package let name: String?
    /// Whether they are names that only the source knows.
    var isUndeclared = false
    /// The rows, in their original order.
    package private(set) var rows: [ReportRow] = []

    /// Returns the groups in the order of their first rows, then the keys without a group, then the undeclared names.
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
        KeyStatus.allCases.map { status in (status, rows.count { $0.status == status }) }.filter {
            $0.count > 0
        }
    }
}

import ExperimentsCore
import Foundation

/// The order of a list of keys.
public struct KeyOrder: Sendable, Hashable {
    /// The criterion for sorting rows: a column, or the order of declaration.
    public typealias Column = KeyColumn

    /// The column that rows are sorted by.
    public var column: Column
    /// Whether the order is reversed.
    public var isReversed: Bool

    /// Creates an order.
    public init(_ column: Column = .declared, isReversed: Bool = false) {
        self.column = column
        self.isReversed = isReversed
    }

    /// Returns the indices of a report's rows in this order. Equal rows are in the order of declaration.
    package func sorted(_ report: Report, _ changes: ChangeTimes) -> [Int] {
        var indices = column.sorting?(report, changes) ?? Array(report.rows.indices)
        if isReversed { indices.reverse() }
        return indices
    }
}

extension KeyColumn {
    /// Returns the indices of the rows of a report in the order of a column.
    package typealias Sorting = @Sendable (Report, ChangeTimes) -> [Int]

    /// Sorts by a value, which is computed once for each row.
    static func by<Value: Comparable & SendableMetatype>(_ value: @escaping @Sendable (ReportRow) -> Value)
        -> Sorting
    {
        { report, _ in sorted(report.rows.map(value)) }
    }

    /// Sorts by a value of the override; nil if a key has none.
    static func byOverride<Value: Comparable & SendableMetatype>(
        _ value: @escaping @Sendable (ExperimentsCore.Override?) -> Value
    ) -> Sorting {
        { report, _ in sorted(report.rows.map { value(report.overrides[$0.name]) }) }
    }

    /// The latest change first.
    static let byChange: Sorting = { report, changes in
        sorted(report.rows.map { -(changes[$0.name]?.timeIntervalSince1970 ?? 0) })
    }

    private static func sorted<Value: Comparable>(_ values: [Value]) -> [Int] {
        values.indices.sorted { left, right in
            values[left] == values[right] ? left < right : values[left] < values[right]
        }
    }
}

/// The rank of a value: numbers by size, before everything else in alphabetical order.
struct ValueRank: Comparable {
    let number: Double
    let text: String

    init(_ text: String) {
        let value = text.utf8.count <= 24 ? NumberText.double(text) : nil
        number = value ?? .infinity
        self.text = text
    }

    static func < (left: ValueRank, right: ValueRank) -> Bool {
        left.number == right.number ? left.text < right.text : left.number < right.number
    }
}

extension KeyStatus {
    /// The rank in the order of urgency, the most urgent first.
    var urgency: Int {
        switch self {
        case .incorrect: 0
        case .missing: 1
        case .unknown: 2
        case .override: 3
        case .default: 4
        case .undeclared: 5
        case .ok: 6
        }
    }
}

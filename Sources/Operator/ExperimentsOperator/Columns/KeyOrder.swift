import ExperimentsCore
import Foundation

/// The order in which a list of keys is shown.
public struct KeyOrder: Sendable, Hashable {
    /// The column by which rows are sorted.
    public enum Column: String, Sendable, Hashable, CaseIterable {
        /// The order of declaration.
        case declared
        /// The name of the key.
        case key
        /// Whether the value is ok, missing, incorrect or overridden.
        case status
        /// The value that the app uses.
        case value
        /// Where that value comes from: the source, an override or the default.
        case source
        /// The type of the key.
        case type
        /// When the value last changed.
        case changed
        /// The valid texts of the key, in words.
        case expected
        /// Why a value is incorrect.
        case reason
        /// The value of the source, if an override is active.
        case upstream
        /// The person who set the override.
        case author
        /// When the override ends.
        case expires
        /// Why the override was set.
        case note

        /// The word in the header of the list.
        public var title: String {
            switch self {
            case .source: "from"
            case .reason: "why"
            case .upstream: "source has"
            case .author: "by"
            default: rawValue
            }
        }
    }

    /// The column by which rows are sorted.
    public var column: Column
    /// Whether the order is reversed.
    public var isReversed: Bool

    /// Creates an order.
    public init(_ column: Column = .declared, isReversed: Bool = false) {
        self.column = column
        self.isReversed = isReversed
    }

    /// The indices of the rows of a report in this order. Rows that are equal in it stay as declared.
    package func sorted(_ report: Report, _ changes: ChangeTimes) -> [Int] {
        let rows = report.rows
        var indices = Array(rows.indices)
        func sort<Value: Comparable>(by value: (ReportRow) -> Value) {
            let values = rows.map(value)
            indices.sort { left, right in
                values[left] == values[right] ? left < right : values[left] < values[right]
            }
        }
        func sortByOverride<Value: Comparable>(_ value: (ExperimentsCore.Override?) -> Value) {
            sort { value(report.overrides[$0.name]) }
        }
        switch column {
        case .declared: break
        case .key: sort { $0.name }
        case .status: sort { Self.urgency(of: $0.status) }
        case .value: sort { ValueRank($0.valueText ?? "") }
        case .source: sort { $0.sourceWord }
        case .type: sort { $0.key.schema.kind.rawValue }
        case .changed: sort { -(changes[$0.name]?.timeIntervalSince1970 ?? 0) }
        case .expected: sort { $0.key.schema.expectation }
        case .reason: sort { $0.problem?.reason ?? "" }
        case .upstream: sort { ValueRank($0.remoteText ?? "") }
        case .author: sortByOverride { $0?.author ?? "\u{10FFFF}" }
        case .expires: sortByOverride { $0?.expiresAt ?? .distantFuture }
        case .note: sortByOverride { $0?.note ?? "\u{10FFFF}" }
        }
        if isReversed { indices.reverse() }
        return indices
    }

    private static func urgency(of status: KeyStatus) -> Int {
        switch status {
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

/// A value among others: numbers by size before everything else by letters.
private struct ValueRank: Comparable {
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

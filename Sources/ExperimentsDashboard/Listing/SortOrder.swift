import ExperimentsCore
import Foundation

/// In which order a list of keys is shown.
public struct SortOrder: Sendable, Hashable {
    /// What the rows are ordered by.
    public enum Column: String, Sendable, Hashable, CaseIterable {
        /// The order of declaration.
        case declared
        case key
        case status
        case value
        case type
        case changed

        /// The word in the header of the list.
        public var title: String {
            switch self {
            case .declared: "declared"
            case .key: "key"
            case .status: "status"
            case .value: "value"
            case .type: "type"
            case .changed: "changed"
            }
        }

        var next: Column {
            let all = Column.allCases
            let index = all.firstIndex(of: self) ?? 0
            return all[(index + 1) % all.count]
        }
    }

    /// What the rows are ordered by.
    public var column: Column
    /// Whether the last comes first.
    public var isReversed: Bool

    /// An order.
    public init(_ column: Column = .declared, isReversed: Bool = false) {
        self.column = column
        self.isReversed = isReversed
    }

    /// The indices of the rows in this order. Rows that are equal in it stay as declared.
    func sorted(_ rows: [ReportRow], changedAt: [String: Date]) -> [Int] {
        var indices = Array(rows.indices)
        func sort<Value: Comparable>(by value: (ReportRow) -> Value) {
            let values = rows.map(value)
            indices.sort { left, right in
                values[left] == values[right] ? left < right : values[left] < values[right]
            }
        }
        switch column {
        case .declared: break
        case .key: sort { $0.name }
        case .status: sort { Self.urgency(of: $0.status) }
        case .value: sort { $0.valueText ?? "" }
        case .type: sort { $0.key.schema.kind.rawValue }
        case .changed: sort { -(changedAt[$0.name]?.timeIntervalSince1970 ?? 0) }
        }
        if isReversed { indices.reverse() }
        return indices
    }

    private static func urgency(of status: KeyStatus) -> Int {
        switch status {
        case .incorrect: 0
        case .missing: 1
        case .override: 2
        case .default: 3
        case .undeclared: 4
        case .ok: 5
        }
    }
}

/// The status of a key in a report.
public enum KeyStatus: String, Sendable, Hashable, CaseIterable {
    /// The app uses the value of the source.
    case ok
    /// The source has no value, so the app uses its default.
    case missing
    /// The value of the source, or the override, is not valid for the key, so the app uses its default.
    case incorrect
    /// The app uses an override.
    case override
    /// The source tells the app to use its own default.
    case `default`
    /// The source has a value of this name, which no key declares.
    case undeclared
    /// Nothing has been fetched yet, so it is not known whether the source has a value.
    case unknown
}

/// The number of keys with each status.
public struct StatusCounts: Sendable, Hashable {
    private var counts: [Int]

    /// Counts the rows of a report.
    public init(_ rows: [ReportRow] = []) {
        counts = Array(repeating: 0, count: KeyStatus.allCases.count)
        for row in rows { counts[Self.index(of: row.status)] += 1 }
    }

    /// Counts a row that changes its status.
    mutating func replace(_ old: KeyStatus, with new: KeyStatus) {
        counts[Self.index(of: old)] -= 1
        counts[Self.index(of: new)] += 1
    }

    /// The number of keys with this status.
    public subscript(status: KeyStatus) -> Int { counts[Self.index(of: status)] }

    private static func index(of status: KeyStatus) -> Int {
        switch status {
        case .ok: 0
        case .missing: 1
        case .incorrect: 2
        case .override: 3
        case .default: 4
        case .undeclared: 5
        case .unknown: 6
        }
    }
}

import ExperimentsCore
import Foundation

/// The test of an element in a condition of a client template.
public enum ConditionTest: Sendable, Hashable {
    /// The comparison of two values.
    public enum Comparison: String, Sendable, Hashable, CaseIterable {
        /// The element's value is less than the one of the condition.
        case less = "<"
        /// The value is less or equal.
        case lessOrEqual = "<="
        /// The value is equal.
        case equal = "=="
        /// The value differs.
        case notEqual = "!="
        /// The value is greater.
        case greater = ">"
        /// The value is greater or equal.
        case greaterOrEqual = ">="

        /// Returns whether it is true for two values that compare as less (-1), equal (0) or greater (1).
        func holds(_ order: Int) -> Bool {
            switch self {
            case .less: order < 0
            case .lessOrEqual: order <= 0
            case .equal: order == 0
            case .notEqual: order != 0
            case .greater: order > 0
            case .greaterOrEqual: order >= 0
            }
        }
    }

    /// The method of searching for strings.
    public enum TextMethod: String, Sendable, Hashable, CaseIterable {
        /// The element's text contains at least one of the strings.
        case contains
        /// The value contains none of the strings.
        case notContains
        /// The value is equal to one of the strings, with the same case.
        case exactlyMatches
        /// At least one of the regular expressions matches a part of it.
        case matches
    }

    /// The method of testing membership.
    public enum SetMethod: String, Sendable, Hashable, CaseIterable {
        /// The user is a member of at least one of the named sets.
        case inAtLeastOne
        /// The user is not a member of at least one of the named sets.
        case notInAtLeastOne
        /// The user is a member of all named sets.
        case inAll
        /// The user is a member of none of the named sets.
        case notInAll
    }

    /// A comparison of versions: `.>=(['1.2.0'])`.
    case version(Comparison, String)
    /// A search in a string: `.contains(['beta', 'rc'])`.
    case text(TextMethod, [String])
    /// A test of membership: `.inAtLeastOne(['Buyers'])`.
    case membership(SetMethod, [String])
    /// Whether the value is in a list: `in ['GB', 'IE']`.
    case isOneOf([String])
    /// `== 'ios'`, `!= 'ios'`
    case isSame(String, isNegative: Bool)
    /// `>= 18`, with the number in its original form.
    case number(Comparison, String)
    /// `< dateTime('2025-01-01T09:00:00', 'UTC')`, or `<= ('…')` without the word.
    case date(Comparison, ConditionDate)
    /// A comparison of a custom signal as a version: `version(app.customSignal['v']) >= '1.2.0'`.
    case wrappedVersion(Comparison, String)
}

/// A time as an expression writes it.
public struct ConditionDate: Sendable, Hashable {
    /// Date and time without a zone: `2025-01-01T09:00:00`.
    public let text: String
    /// The name of the time zone; GMT if there is none.
    public let zone: String?
    /// Whether the word `dateTime` is before the brackets.
    public let hasWord: Bool

    /// The time, in its time zone.
    public var date: Date? {
        guard let utc = RFC3339.date(from: text + "Z") else { return nil }
        guard let zone = zone.flatMap(TimeZone.init(identifier:)) else { return utc }
        // The offset of the zone depends on the moment itself; a second look settles the hours around a change.
        let guess = utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: utc)))
        return utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: guess)))
    }
}

/// A range of percentiles, in millionths of a percent.
enum PercentileRange: Sendable {
    case lessOrEqual(Double)
    case greater(Double)
    case between(Double, Double)

    func contains(_ microPercentile: Int) -> Bool {
        let value = Double(microPercentile)
        return switch self {
        case .lessOrEqual(let bound): value <= bound
        case .greater(let bound): value > bound
        case .between(let lower, let upper): lower < value && value <= upper
        }
    }
}

import ExperimentsCore
import Foundation

/// The test of an element in a condition of a client template.
public enum ConditionTest: Sendable, Hashable {
    /// The comparison of two values.
    public enum Comparison: String, Sendable, Hashable, CaseIterable {
        case less = "<"
        case lessOrEqual = "<="
        case equal = "=="
        case notEqual = "!="
        case greater = ">"
        case greaterOrEqual = ">="

        /// Whether it holds of two values that compare as less (-1), equal (0) or greater (1).
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

    /// The method of searching for texts.
    public enum TextMethod: String, Sendable, Hashable, CaseIterable {
        case contains, notContains, exactlyMatches, matches
    }

    /// The method of testing membership.
    public enum SetMethod: String, Sendable, Hashable, CaseIterable {
        case inAtLeastOne, notInAtLeastOne, inAll, notInAll
    }

    /// `.>=(['1.2.0'])`
    case version(Comparison, String)
    /// `.contains(['beta', 'rc'])`
    case text(TextMethod, [String])
    /// `.inAtLeastOne(['Buyers'])`
    case membership(SetMethod, [String])
    /// `in ['GB', 'IE']`
    case isOneOf([String])
    /// `== 'ios'`, `!= 'ios'`
    case isSame(String, isNegative: Bool)
    /// `>= 18`, with the number as it was written.
    case number(Comparison, String)
    /// `< dateTime('2025-01-01T09:00:00', 'UTC')`, or `<= ('…')` without the word.
    case date(Comparison, ConditionDate)
    /// `version(app.customSignal['v']) >= '1.2.0'`
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
}

extension ConditionDate {
    /// The time, in its time zone.
    public var date: Date? {
        guard let utc = RFC3339.date(from: text + "Z") else { return nil }
        guard let zone = zone.flatMap(TimeZone.init(identifier:)) else { return utc }
        // The offset of the zone depends on the moment itself; a second look settles the hours around a change.
        let guess = utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: utc)))
        return utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: guess)))
    }
}

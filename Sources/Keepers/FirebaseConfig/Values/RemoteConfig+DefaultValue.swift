import ExperimentsCore
import ExperimentsSupport
import Foundation

extension RemoteConfig {
    /// A default value for a parameter, before it becomes a text, as all values are.
    public enum DefaultValue: Sendable, Hashable {
        /// A text, which is used unchanged.
        case text(String)
        /// A boolean, as the text `1` or `0`.
        case bool(Bool)
        /// A whole number, as its digits.
        case integer(Int)
        /// A decimal number, as short as it can be.
        case decimal(Double)
        /// A time, as `2026-03-01 09:30:00` without a time zone.
        case date(Date)
        /// Bytes in UTF-8. Invalid bytes are replaced.
        case data(Data)
        /// A document, as compact JSON.
        case json(JSONValue)
    }
}

extension RemoteConfig.DefaultValue {
    /// Creates a value from Foundation's types: strings, numbers, dates, data, and arrays and dictionaries of values
    /// that JSON allows. Anything else becomes an empty text.
    public init(_ object: Any) {
        switch object {
        case let text as String: self = .text(text)
        case let bool as Bool: self = .bool(bool)
        case let number as NSNumber where number.isFloatingPoint: self = .decimal(number.doubleValue)
        case let number as NSNumber: self = .text(number.stringValue)
        case let number as Int: self = .integer(number)
        case let number as Double: self = .decimal(number)
        case let date as Date: self = .date(date)
        case let data as Data: self = .data(data)
        default:
            guard JSONSerialization.isValidJSONObject(object),
                let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
            else {
                self = .text("")
                return
            }
            self = .data(data)
        }
    }

    /// Returns the text that reads of the parameter get.
    ///
    /// - Parameter timeZone: the time zone in which a date is written.
    public func text(in timeZone: TimeZone = .current) -> String {
        switch self {
        case .text(let text): text
        case .bool(let isTrue): isTrue ? "1" : "0"
        case .integer(let number): String(number)
        case .decimal(let number): Int(exactly: number).map { String($0) } ?? String(number)
        case .date(let date): Self.wallClock(date, in: timeZone)
        case .data(let data): String(decoding: data, as: UTF8.self)
        case .json(let value): value.compactText
        }
    }

    private static func wallClock(_ date: Date, in timeZone: TimeZone) -> String {
        let shifted = date.addingTimeInterval(TimeInterval(timeZone.secondsFromGMT(for: date)))
        return String(RFC3339.text(of: shifted).dropLast()).replacing(scalar: "T", with: " ")
    }
}

extension NSNumber {
    /// Whether the number was created from a `Double` or a `Float`, by the type codes of Objective-C.
    fileprivate var isFloatingPoint: Bool { ["d", "f"].contains(String(cString: objCType)) }
}

extension RemoteConfig.DefaultValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
{
    /// Creates a text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates a boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Creates a decimal number.
    public init(floatLiteral value: Double) { self = .decimal(value) }
}

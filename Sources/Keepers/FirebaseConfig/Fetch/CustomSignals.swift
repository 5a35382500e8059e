import ExperimentsCore
import Foundation

/// The custom signals of an app, as they are sent. Changes are merged into them, either all or none.
struct CustomSignals: Sendable, Hashable {
    /// The longest key, in UTF-16 code units, as in the official clients.
    static let keyLimit = 250
    /// The longest text, in UTF-16 code units.
    static let valueLimit = 500
    /// The largest number of signals.
    static let countLimit = 100

    var texts: [String: String] = [:]

    /// Merges changes. Nil removes a signal, and signals that are not named stay.
    ///
    /// - Throws: `CustomSignalError` if a limit is exceeded. Nothing is changed then.
    mutating func merge(_ changes: [String: CustomSignalValue?]) throws(CustomSignalError) {
        var merged = texts
        // Sorted, so that the same one of several mistakes is always reported.
        for (key, value) in changes.sorted(by: { $0.key < $1.key }) {
            guard key.utf16.count <= Self.keyLimit else { throw .keyTooLong(key, limit: Self.keyLimit) }
            guard let value else {
                merged[key] = nil
                continue
            }
            guard let text = value.text else { throw .notANumber(key: key) }
            guard text.utf16.count <= Self.valueLimit else {
                throw .valueTooLong(key: key, limit: Self.valueLimit)
            }
            merged[key] = text
        }
        guard merged.count <= Self.countLimit else {
            throw .tooMany(count: merged.count, limit: Self.countLimit)
        }
        texts = merged
    }
}

/// A value that an app sends to the service about itself or its user, for use in conditions.
public enum CustomSignalValue: Sendable, Hashable {
    /// A string.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A decimal number.
    case double(Double)

    /// The value in the form in which it is sent; nil for a number that is not finite.
    var text: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .double(let number): number.isFinite ? NumberText.text(of: number) : nil
        }
    }
}

extension CustomSignalValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates a whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// Creates a decimal number.
    public init(floatLiteral value: Double) { self = .double(value) }
}

/// The reason why custom signals are refused. None of the new signals is set, and the earlier ones stay.
public enum CustomSignalError: Error, Sendable, Hashable, OperatorError {
    /// A key is longer than the service accepts.
    case keyTooLong(String, limit: Int)
    /// The text of this key is longer than the service accepts.
    case valueTooLong(key: String, limit: Int)
    /// The number of this key is not finite.
    case notANumber(key: String)
    /// There would be more signals than the service accepts.
    case tooMany(count: Int, limit: Int)
}

extension CustomSignalError: CustomStringConvertible, LocalizedError {
    /// The problem, with the limit.
    public var description: String {
        switch self {
        case .keyTooLong(let key, let limit):
            "the custom signal \(Quotation.of(key, limit: 40)) has a key of more than \(limit) characters"
        case .valueTooLong(let key, let limit):
            "the custom signal \(Quotation.of(key)) has a value of more than \(limit) characters"
        case .notANumber(let key): "the custom signal \(Quotation.of(key)) must be a finite number"
        case .tooMany(let count, let limit):
            "\(count) custom signals are more than the \(limit) that an app may have; set some to nil first"
        }
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}

import ExperimentsCore
import Foundation

/// An app's custom signals as they are sent. A value: changes are merged into it, all or none.
struct CustomSignals: Sendable, Hashable {
    /// How long a key may be, in UTF-16 code units, as the official clients count.
    static let keyLimit = 250
    /// How long a text may be.
    static let valueLimit = 500
    /// How many there may be.
    static let countLimit = 100

    var texts: [String: String] = [:]

    /// Takes changes: nil removes a signal, and what is not named stays.
    ///
    /// - Throws: `CustomSignalError` for what is beyond a limit; nothing is changed then.
    mutating func merge(_ changes: [String: CustomSignalValue?]) throws(CustomSignalError) {
        var merged = texts
        // In order, so that of several mistakes the same one is told each time.
        for (key, value) in changes.sorted(by: { $0.key < $1.key }) {
            guard key.utf16.count <= Self.keyLimit else { throw .keyTooLong(key, limit: Self.keyLimit) }
            guard let value else {
                merged[key] = nil
                continue
            }
            guard let text = value.text else { throw .notANumber(key: key) }
            guard text.utf16.count <= Self.valueLimit else { throw .valueTooLong(key: key, limit: Self.valueLimit) }
            merged[key] = text
        }
        guard merged.count <= Self.countLimit else {
            throw .tooMany(count: merged.count, limit: Self.countLimit)
        }
        texts = merged
    }
}

/// A value that an app tells the service about itself or its user, for conditions to look at.
public enum CustomSignalValue: Sendable, Hashable {
    /// A text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number.
    case double(Double)

    /// The value as it is sent; nil for a number that is infinite or none.
    var text: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .double(let number): number.isFinite ? NumberText.text(of: number) : nil
        }
    }
}

extension CustomSignalValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }

    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// A number.
    public init(floatLiteral value: Double) { self = .double(value) }
}

/// Why custom signals are refused. None of those given is taken then; what was set before stays.
public enum CustomSignalError: Error, Sendable, Hashable, OperatorError {
    /// A key is longer than the service takes.
    case keyTooLong(String, limit: Int)
    /// The text of this key is longer than the service takes.
    case valueTooLong(key: String, limit: Int)
    /// The number of this key is infinite, or none.
    case notANumber(key: String)
    /// There would be more signals than the service takes.
    case tooMany(count: Int, limit: Int)
}

extension CustomSignalError: CustomStringConvertible, LocalizedError {
    /// What is wrong, with the limit.
    public var description: String {
        switch self {
        case .keyTooLong(let key, let limit):
            "the custom signal \(Quotation.of(key, limit: 40)) has a key of more than \(limit) characters"
        case .valueTooLong(let key, let limit):
            "the custom signal \(Quotation.of(key)) has a text of more than \(limit) characters"
        case .notANumber(let key): "the custom signal \(Quotation.of(key)) must be a finite number"
        case .tooMany(let count, let limit):
            "\(count) custom signals are more than the \(limit) that an app may have; set some to nil first"
        }
    }

    /// As `description`.
    public var errorDescription: String? { description }
}

extension RemoteConfig {
    /// Tells the service about the app or its user, from the next fetch on, so that conditions can look at it.
    ///
    /// The signals are merged into those set before, nil removes one; numbers are sent as text. They are kept between
    /// starts. A key has at most 250 characters, a text 500, and there are at most 100 signals.
    ///
    /// - Throws: `CustomSignalError` for what is beyond a limit; nothing is changed then.
    public func setCustomSignals(_ signals: [String: CustomSignalValue?]) async throws(CustomSignalError) {
        let result = keeper.update { state -> Result<Void, CustomSignalError> in
            Result { () throws(CustomSignalError) in try state.customSignals.merge(signals) }
        }
        try result.get()
        await keeper.flush()
    }

    /// The custom signals that the next fetch sends, as text.
    public var customSignals: [String: String] { keeper.state.customSignals.texts }
}

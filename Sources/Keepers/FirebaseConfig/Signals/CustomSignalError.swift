import ExperimentsCore
import Foundation

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

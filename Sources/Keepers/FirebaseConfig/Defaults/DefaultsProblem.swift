import ExperimentsCore
import Foundation

/// Why values cannot be an app's defaults. Those set before stay.
public struct DefaultsProblem: Error, Sendable, Hashable, OperatorError {
    /// The file at fault, or nil where the values came otherwise.
    public let path: String?
    /// The parameter at fault, or nil for the whole.
    public let key: String?
    /// What is wrong.
    public let reason: String

    init(_ reason: String, key: String? = nil, path: String? = nil) {
        self.reason = reason
        self.key = key
        self.path = path
    }
}

extension DefaultsProblem: CustomStringConvertible, LocalizedError {
    /// `defaults.json: color: …`, as far as it is known.
    public var description: String {
        [path, key.map { ServerText.presentable($0) }, reason].compactMap { $0 }.joined(separator: ": ")
    }

    /// As `description`.
    public var errorDescription: String? { description }
}

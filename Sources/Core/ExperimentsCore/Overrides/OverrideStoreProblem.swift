/// The reason why overrides cannot be read or changed, with advice for the operator.
public struct OverrideStoreProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The kind of a problem, as far as it decides what can still be done.
    public enum Kind: Sendable, Hashable {
        /// What is stored cannot be read: a file, or a part of a store.
        case unreadable
        /// The store cannot be reached. The overrides that were read last stay in use.
        case unreachable
        /// The store can be read, but accepts no changes now.
        case readOnly
        /// Another store was found in place of the one that was read before. Its overrides are not used.
        case replaced
    }

    /// The kind of problem.
    public let kind: Kind
    /// What is wrong, for example `permission denied`.
    public let message: String
    /// The path of the file; nil if the overrides are not in a file.
    public private(set) var path: String?
    /// The line of the mistake, from 1, if the content of a file is wrong.
    public let line: Int?
    /// The column of the mistake, from 1, if the content of a file is wrong.
    public let column: Int?
    /// What to do about it, if there is something to say.
    public let advice: String?

    /// Creates a problem of overrides that are not in a file.
    ///
    /// - Parameters:
    ///   - kind: the kind of problem.
    ///   - message: what is wrong, in one line that names the store.
    ///   - advice: what to do about it.
    public init(_ kind: Kind, _ message: String, advice: String? = nil) {
        (self.kind, self.message, self.advice) = (kind, message, advice)
        (path, line, column) = (nil, nil, nil)
    }

    /// Creates a problem from that of a file, with the same words.
    public init(_ problem: FileProblem) {
        (kind, message, advice) = (.unreadable, problem.message, problem.advice)
        (path, line, column) = (problem.path, problem.line, problem.column)
    }

    /// Returns the same problem with another path, if it is the problem of a file.
    package func named(_ name: (String) -> String) -> OverrideStoreProblem {
        var problem = self
        problem.path = path.map(name)
        return problem
    }

    package var place: ErrorPlace? { path.map { ErrorPlace(file: $0, line: line, column: column) } }

    /// `path:line:column: message; advice`, without the place if there is none.
    public var description: String {
        (place.map { "\($0): " } ?? "") + message + (advice.map { "; " + $0 } ?? "")
    }
}

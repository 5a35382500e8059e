import ExperimentsCore

/// The reason why a flag could not be read.
public enum FlagProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// There is no flag with this name.
    case unknownFlag(String)
    /// The value has another type than was asked for. `variant` set it; nil for the base value.
    case wrongKind(flag: String, expected: String, found: JSONValue, variant: String?)
    /// A condition of the app's own threw an error.
    case conditionFailed(variant: String, type: String, reason: String)

    public var description: String {
        switch self {
        case .unknownFlag(let name): "no flag is called \"\(name)\""
        case .wrongKind(let flag, let expected, let found, let variant):
            "flag \"\(flag)\": \(DocumentWords.expected(expected, found: found.found)) "
                + (variant.map { "from variant \"\($0)\"" } ?? "from its base value")
        case .conditionFailed(let variant, let type, let reason):
            "condition \(type) of variant \"\(variant)\" failed: \(reason)"
        }
    }
}

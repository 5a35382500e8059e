import ExperimentsCore

/// Why a flag could not be read.
public enum FlagProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// No flag has the name.
    case unknownFlag(String)
    /// The value is of another kind than the one asked for. `variant` supplied it; nil for the base value.
    case wrongKind(flag: String, expected: String, found: JSONValue, variant: String?)
    /// An app's own condition threw an error.
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

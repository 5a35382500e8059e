/// A mistake in how an app declares a key.
public enum DeclarationProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// Two keys of one name have different types.
    case twoTypes(key: String, first: String, second: String)
    /// The key's own schema refuses its default, which the app uses nevertheless.
    case refusedDefault(key: String, IncorrectValue)

    /// The name of the key that is declared wrongly.
    public var key: String {
        switch self {
        case .twoTypes(let key, _, _), .refusedDefault(let key, _): key
        }
    }

    /// `key 'rows' is declared twice, as Int and as Bool; ...`.
    public var description: String {
        switch self {
        case .twoTypes(let key, let first, let second):
            "key '\(key)' is declared twice, as \(first) and as \(second); declare it once, or give one another name"
        case .refusedDefault(let key, let problem):
            "the default of key '\(key)' is not valid for it: \(problem); change the default, or what the key accepts"
        }
    }
}

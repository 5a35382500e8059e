/// A mistake of the app: it read a key as another type than the key's own.
public struct ValueTypeMismatch: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The name of the key that was read.
    public let key: String
    /// The type that the key declares as its `valueType`.
    public let declared: String
    /// The type that the app asked for.
    public let asked: String

    /// `key 'layout' is a Layout, but was read as Theme; ...`.
    public var description: String {
        "key '\(key)' is a \(declared), but was read as \(asked); ask for \(declared), or change the key's valueType"
    }
}

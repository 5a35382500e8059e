/// A key was read as another type than its own.
public struct ValueTypeMismatch: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key's name.
    public let key: String
    /// The type that `valueType` gives.
    public let declared: String
    /// The type that was asked for.
    public let asked: String

    /// `key 'layout' is a Layout, but was read as Theme; ...`.
    public var description: String {
        "key '\(key)' is a \(declared), but was read as \(asked); ask for \(declared), or change the key's valueType"
    }
}

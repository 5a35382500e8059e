/// An entry of a fetch response whose value is not a string.
public struct InvalidEntry: Sendable, Hashable {
    /// The parameter's key.
    public let key: String
    /// What its value is instead, for example `number`.
    public let kind: String

    /// An entry called `key` that holds a `kind`.
    public init(key: String, kind: String) {
        self.key = key
        self.kind = kind
    }
}

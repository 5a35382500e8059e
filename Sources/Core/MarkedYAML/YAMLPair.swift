/// One key of a mapping, and its value.
public struct YAMLPair: Sendable, Equatable {
    /// The key, nearly always a scalar.
    public var key: YAMLNode
    /// The value; an empty plain scalar where nothing follows the colon.
    public var value: YAMLNode

    /// A key with its value.
    public init(key: YAMLNode, value: YAMLNode) {
        self.key = key
        self.value = value
    }
}

/// What supplied a text.
public enum ValueSupplier: Sendable, Hashable {
    /// The source.
    case source
    /// An operator's override, set to test what a broken value does.
    case override
}

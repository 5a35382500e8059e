/// What a report says of a key, in one word.
public enum KeyStatus: String, Sendable, Hashable, CaseIterable {
    /// The source's value is in force.
    case ok
    /// The source has no value.
    case missing
    /// The source's value, or the override, is not a value of the key.
    case incorrect
    /// An override is in force.
    case override
    /// The source says to use the app's own default.
    case `default`
    /// The source has a value of this name, and nobody declares it.
    case undeclared
    /// Nothing was ever fetched, so that nobody can say whether the source has a value.
    case unknown
}

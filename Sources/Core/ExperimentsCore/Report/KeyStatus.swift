/// The status of a key in a report.
public enum KeyStatus: String, Sendable, Hashable, CaseIterable {
    /// The app uses the value of the source.
    case ok
    /// The source has no value, so the app uses its default.
    case missing
    /// The value of the source, or the override, is not valid for the key, so the app uses its default.
    case incorrect
    /// The app uses an override.
    case override
    /// The source tells the app to use its own default.
    case `default`
    /// The source has a value of this name, which no key declares.
    case undeclared
    /// Nothing has been fetched yet, so it is not known whether the source has a value.
    case unknown
}

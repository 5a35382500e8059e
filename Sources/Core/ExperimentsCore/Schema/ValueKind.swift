/// The type as which a text is read.
public enum ValueKind: String, Sendable, Hashable, CaseIterable {
    /// `true` or `false`, in the spellings that `BooleanText` lists; with a baseline, in these words alone.
    case bool
    /// Any text, or one of the declared cases.
    case string
    /// A whole number.
    case int
    /// A decimal number.
    case double
    /// A JSON document.
    case json
}

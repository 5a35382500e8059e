/// What becomes of a text that spells no boolean, where one is expected.
public enum BooleanPolicy: Sendable, Hashable {
    /// It is incorrect, and the app uses its default.
    case strict
    /// It is false, as for the clients of Remote Config. Nothing is reported.
    case lenient
}

/// One of the parts that all have to hold.
public enum ConditionAtom: Sendable, Hashable {
    /// `true` or `false`.
    case constant(Bool)
    /// `app.version.>=(['2.0'])`: an element of the app instance and what is asked of it.
    case element(ConditionElement, ConditionTest)
    /// `percent('seed') <= 20`: a share of all installations, in percent.
    case percent(seed: String?, PercentRange)

    /// A share of all installations; numbers as they were written, in percent.
    public enum PercentRange: Sendable, Hashable {
        case atMost(String)
        case above(String)
        case between(String, String)
    }
}

/// The suffix that marks a value meant for users outside the experiment: the value is used, but no group is reported.
public enum Baseline {
    /// The suffix itself.
    public static let suffix = "_baseline"

    /// The text without one such suffix, and whether it had it. Only one is taken off.
    public static func split(_ text: String) -> (name: String, isBaseline: Bool) {
        guard text.hasSuffix(suffix) else { return (text, false) }
        return (String(text.dropLast(suffix.count)), true)
    }
}

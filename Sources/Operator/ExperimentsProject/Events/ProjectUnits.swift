/// The form in which users of experiments are stored.
public enum ProjectUnits: String, Sendable, Hashable, CaseIterable {
    /// As keyed hashes, which reveal nothing without the key.
    case hashed
    /// As keyed hashes, together with their names.
    case plain
}

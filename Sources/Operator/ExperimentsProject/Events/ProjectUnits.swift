/// How the users of experiments are known where their events are kept.
public enum ProjectUnits: String, Sendable, Hashable, CaseIterable {
    /// Under numbers that say nothing to whoever does not have the key.
    case hashed
    /// Under such numbers, with their names beside them.
    case plain
}

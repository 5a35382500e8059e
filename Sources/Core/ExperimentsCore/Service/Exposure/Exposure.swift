/// One user's membership of one group of an experiment, as it takes effect.
public struct Exposure: Sendable {
    /// Who supplied the value that puts the user in the group.
    public enum Origin: Sendable, Hashable {
        /// The source.
        case source
        /// `customValue(for:)`.
        case custom
        /// An operator's override, or `debugValue(for:)`: a debug session.
        case override
    }

    /// The key's name.
    public let key: String
    /// The experiment, as analytics calls it.
    public let experimentalGroupKey: String
    /// The user's group in it.
    public let experimentalGroupValue: String
    /// Who supplied the value.
    public let origin: Origin
    /// Counts the snapshots of the service; it grows with each fetch that brings one.
    public let generation: Int
}

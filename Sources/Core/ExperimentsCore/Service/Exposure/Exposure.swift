/// The moment at which a value puts the user in a group of an experiment.
public struct Exposure: Sendable {
    /// What supplied the value.
    public enum Origin: Sendable, Hashable {
        /// The source.
        case source
        /// `customValue(for:)`.
        case custom
        /// An operator's override, or `debugValue(for:)`.
        case override
    }

    /// The key's name.
    public let key: String
    /// The name of the experiment in analytics.
    public let experimentalGroupKey: String
    /// The group that the user is in.
    public let experimentalGroupValue: String
    /// What supplied the value.
    public let origin: Origin
    /// The number of the snapshot. It grows with each fetch that brings new values.
    public let generation: Int
}

import ExperimentsLocks
import Foundation

/// An exposure: a value puts the user in a group of an experiment.
public struct Exposure: Sendable {
    /// The supplier of the value.
    public enum Origin: Sendable, Hashable {
        /// The value of the source.
        case source
        /// The service's method `customValue(for:)`, which a subclass overrides.
        case custom
        /// An operator's override, or `debugValue(for:)`.
        case override
    }

    /// The name of the key whose value the app used.
    public let key: String
    /// The name of the experiment in analytics.
    public let experimentalGroupKey: String
    /// The group that the user is in.
    public let experimentalGroupValue: String
    /// The supplier of the value.
    public let origin: Origin
    /// The number of the snapshot. It grows with each fetch that brings new values.
    public let generation: Int
    /// The unit that the group was chosen for, such as a user's ID, as passed to the service; nil for the installation.
    public let unit: String?
    /// The time of the exposure.
    public let at: Date

    package init(
        key: String, experimentalGroupKey: String, experimentalGroupValue: String, origin: Origin,
        generation: Int,
        unit: String?, at: Date
    ) {
        self.key = key
        self.experimentalGroupKey = experimentalGroupKey
        self.experimentalGroupValue = experimentalGroupValue
        self.origin = origin
        self.generation = generation
        self.unit = unit
        self.at = at
    }
}

/// Which values count as exposures to an experiment.
public enum ExposurePolicy: Sendable, Hashable {
    /// Values of the source and of the app itself. Overrides and debug values do not count, so that debug sessions
    /// leave no trace in analytics.
    case withoutOverrides
    /// All values. `Exposure.origin` tells which of them are overrides.
    case withOverrides
}

/// Remembers which exposures were tracked, so that each key and group is tracked once for each snapshot.
final class ExposureLog: Sendable {
    private struct Entry: Hashable {
        let key: String
        let group: String
        let value: String
        let origin: Exposure.Origin
    }

    private let state = Mutex((generation: -1, entries: Set<Entry>()))

    /// Returns whether the exposure is the first of its kind in its generation. Exposures of earlier generations do not
    /// count.
    func isFirst(_ exposure: Exposure) -> Bool {
        state.withLock { state in
            guard exposure.generation >= state.generation else { return false }
            if exposure.generation > state.generation { state = (exposure.generation, []) }
            return state.entries.insert(
                Entry(
                    key: exposure.key, group: exposure.experimentalGroupKey,
                    value: exposure.experimentalGroupValue, origin: exposure.origin)
            ).inserted
        }
    }
}

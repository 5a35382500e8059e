import Foundation

/// A field in a row of an events file.
public enum EventField: String, Sendable, Hashable, CaseIterable {
    /// The experiment of an exposure.
    case experiment
    /// The key or flag of the experiment.
    case key
    /// The group of the experiment that the unit is in.
    case group
    /// The name of an action.
    case event
    /// The unit, such as a user's ID.
    case unit
    /// The time of the exposure or the event.
    case at
    /// The amount that a metric adds up, for example a price.
    case value
    /// The ID by which a repeated event is recognised.
    case id
}

/// The form in which users of experiments are stored.
public enum ProjectUnits: String, Sendable, Hashable, CaseIterable {
    /// As keyed hashes, which reveal nothing without the key.
    case hashed
    /// As keyed hashes, together with their names.
    case plain
}

/// The differences between the words in files of events and those in the project.
public struct ProjectEventFiles: Sendable, Hashable {
    /// The columns that do not have the usual names.
    public var columns: [EventField: String] = [:]
    /// The names of events, as metrics count them, by their names in files.
    public var names: [String: String] = [:]
    /// The groups of every experiment by their texts in files, such as `a` for `0`.
    public var groups: [String: String] = [:]
    /// The same for single experiments, by their names. They go before those of every experiment.
    public var groupsOf: [String: [String: String]] = [:]
    /// The time zone of times without an offset; nil for UTC.
    public var timeZone: TimeZone?

    /// Creates settings by which files say what the project does.
    public init() {}
}

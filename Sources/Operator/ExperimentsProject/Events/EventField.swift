/// A field in a row of an events file.
public enum EventField: String, Sendable, Hashable, CaseIterable {
    /// The experiment of an exposure.
    case experiment
    /// The key or flag of the experiment.
    case key
    /// The group.
    case group
    /// The name of an action.
    case event
    /// The unit, such as a user's ID.
    case unit
    /// The time.
    case at
    /// The amount.
    case value
    /// The ID by which a repeated event is recognised.
    case id
}

/// What a row of a file of events may say.
public enum EventField: String, Sendable, Hashable, CaseIterable {
    /// The experiment that somebody met.
    case experiment
    /// The key or flag behind it.
    case key
    /// The group.
    case group
    /// The name of what somebody did.
    case event
    /// Whose it is.
    case unit
    /// When.
    case at
    /// How much.
    case value
    /// By what an event that comes twice is known.
    case id
}

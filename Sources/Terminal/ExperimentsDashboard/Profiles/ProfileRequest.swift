import ExperimentsCore

/// A request about the profiles of overrides.
public enum ProfileRequest: Sendable, Hashable {
    /// Read all profiles.
    case list
    /// Store a profile, in place of an older one of its name.
    case save(OverrideProfile)
    /// Delete the profile of this name.
    case delete(name: String)
}

/// The answer to a request about profiles: the present ones, or the reason why nothing was done.
public struct ProfileAnswer: Sendable {
    /// The profiles that can be read.
    public var profiles: [OverrideProfile]
    /// Why something cannot be read, or was not done.
    public var problems: [FileProblem]
    /// Whether the request itself was carried out.
    public var isDone: Bool

    /// Creates an answer.
    public init(profiles: [OverrideProfile] = [], problems: [FileProblem] = [], isDone: Bool) {
        self.profiles = profiles
        self.problems = problems
        self.isDone = isDone
    }
}

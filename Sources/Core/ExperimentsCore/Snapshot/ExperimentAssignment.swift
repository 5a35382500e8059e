import Foundation

/// One experiment that an installation takes part in, as the source describes it.
public struct ExperimentAssignment: Sendable, Hashable {
    /// The experiment's identifier.
    public let id: String
    /// The variant that this installation was given.
    public let variant: String
    /// The keys whose values the experiment sets.
    public let keys: [String]
    /// When the experiment began, if the source tells.
    public let startedAt: Date?

    /// An assignment.
    public init(id: String, variant: String, keys: [String], startedAt: Date? = nil) {
        self.id = id
        self.variant = variant
        self.keys = keys
        self.startedAt = startedAt
    }
}

import Foundation

/// An experiment in which this installation takes part, as the source describes it.
public struct ExperimentAssignment: Sendable, Hashable {
    /// The identifier of the experiment.
    public let id: String
    /// The variant to which this installation is assigned.
    public let variant: String
    /// The keys whose values the experiment sets.
    public let keys: [String]
    /// The time at which the experiment began, if the source names it.
    public let startedAt: Date?

    /// Creates an assignment.
    public init(id: String, variant: String, keys: [String], startedAt: Date? = nil) {
        self.id = id
        self.variant = variant
        self.keys = keys
        self.startedAt = startedAt
    }
}

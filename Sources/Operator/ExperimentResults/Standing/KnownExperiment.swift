import Foundation

/// What a source knows of an experiment, and a project need not repeat.
package struct KnownExperiment: Sendable, Hashable {
    /// The groups, control first; empty where the source does not tell.
    package var groups: [String]
    /// The groups' weights, in the order of the groups; empty where the source does not tell.
    package var weights: [Double]
    /// When it began.
    package var startedAt: Date?

    /// What a source knows; nothing if nothing is said.
    package init(groups: [String] = [], weights: [Double] = [], startedAt: Date? = nil) {
        (self.groups, self.weights, self.startedAt) = (groups, weights, startedAt)
    }
}

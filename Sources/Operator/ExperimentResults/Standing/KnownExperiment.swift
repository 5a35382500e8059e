import ExperimentsCore
import Foundation

/// What a source knows of an experiment, and a project need not repeat.
package struct KnownExperiment: Sendable, Hashable {
    /// The groups, control first; empty where the source does not tell.
    package var groups: [String]
    /// How the source divides users; empty where it does not tell.
    package var arms: [ExperimentSplit.Arm]
    /// When it began.
    package var startedAt: Date?

    /// What a source knows; nothing if nothing is said.
    package init(groups: [String] = [], arms: [ExperimentSplit.Arm] = [], startedAt: Date? = nil) {
        (self.groups, self.arms, self.startedAt) = (groups, arms, startedAt)
    }
}

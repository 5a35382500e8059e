import ExperimentStatistics
import Foundation

/// A look at a treatment and a metric that was kept, so that no later look can take it back.
package struct KeptLook: Sendable, Hashable {
    /// The metric's name.
    package var metric: String
    /// The treatment's group.
    package var group: String
    /// When it was taken.
    package var at: Date
    /// The data at this look.
    package var look: Look

    package init(metric: String, group: String, at: Date, look: Look) {
        (self.metric, self.group, self.at, self.look) = (metric, group, at, look)
    }
}

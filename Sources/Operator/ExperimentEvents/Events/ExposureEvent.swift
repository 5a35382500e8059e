import Foundation

/// The event that a unit was exposed to a group of an experiment.
package struct ExposureEvent: Sendable, Hashable {
    /// The experiment as the sender names it: by its name in analytics, by its key or by its flag.
    package var experiment: String
    /// The key or the flag whose value put the unit in the group; nil if it is not known.
    package var key: String?
    /// The group.
    package var group: String
    /// The unit for which the group was chosen.
    package var unit: String
    /// When.
    package var at: Date
    /// Whether an operator's override chose the group. Such exposures are not counted.
    package var isOverridden: Bool

    package init(
        experiment: String, key: String? = nil, group: String, unit: String, at: Date, isOverridden: Bool = false
    ) {
        (self.experiment, self.key, self.group) = (experiment, key, group)
        (self.unit, self.at, self.isOverridden) = (unit, at, isOverridden)
    }
}

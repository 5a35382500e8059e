import ExperimentStatistics
import Foundation

/// The totals of an experiment: the exposed users of each group, and their actions.
///
/// Users and values stand at the UTC day of the user's first exposure, and in the phase in force then.
package struct ExperimentTotals: Sendable, Hashable {
    /// A group on a day of a phase.
    package struct Cell: Sendable, Hashable {
        /// The phase's place among those declared; -1 before the experiment began, -2 after it ended.
        package var phase: Int
        /// The group's name.
        package var group: String
        /// The day of the first exposure.
        package var day: EventDay

        package init(phase: Int = 0, group: String, day: EventDay) {
            (self.phase, self.group, self.day) = (phase, group, day)
        }
    }

    /// The users of a cell.
    package struct Users: Sendable, Hashable {
        /// Those who were seen in this group alone.
        package var count: Int
        /// Those who were first seen in this group, and on this day in another. They are not in `count`, nor in any sum.
        package var mixed: Int

        package init(_ count: Int = 0, mixed: Int = 0) {
            (self.count, self.mixed) = (count, mixed)
        }
    }

    /// The experiment's name.
    package var experiment: String
    /// Users by cell.
    package var users: [Cell: Users]
    /// Sums by metric and cell, of the users who did something: `units` is 0 in all of them. See ``totals(of:in:through:)``.
    package var values: [String: [Cell: GroupTotals]]
    /// The first exposure; nil if there are none.
    package var firstExposure: Date?
    /// The percentile caps that the sums were computed with, by metric.
    package var caps: [String: Double] = [:]
    /// Events that metrics count, but that are no longer stored, by metric.
    package var missing: [String: MissingEvents] = [:]

    package init(
        experiment: String, users: [Cell: Users] = [:], values: [String: [Cell: GroupTotals]] = [:],
        firstExposure: Date? = nil
    ) {
        (self.experiment, self.users, self.values) = (experiment, users, values)
        self.firstExposure = firstExposure
    }

    /// Events of which the sums of a metric lack some, because they were removed before the metric was declared as it is
    /// now.
    package struct MissingEvents: Sendable, Hashable {
        /// The number of events; nil if it is not known.
        package var count: Int?
        /// The time of the latest one.
        package var until: Date

        package init(count: Int?, until: Date) { (self.count, self.until) = (count, until) }
    }
}

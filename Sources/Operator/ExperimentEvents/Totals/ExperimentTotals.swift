import ExperimentStatistics
import ExperimentsDigests
import ExperimentsSupport
import Foundation

/// The totals of an experiment: the exposed users of each group, and their actions.
///
/// A user counts in each phase in which the user was exposed. Users and values belong to the UTC day of the user's first
/// exposure in that phase.
package struct ExperimentTotals: Sendable, Hashable {
    /// A group on a day of a phase.
    package struct Cell: Sendable, Hashable {
        /// The index of the phase; negative for users who do not count: see ``beforeStart``, ``afterEnd`` and
        /// ``betweenPhases``.
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
        /// The number of users who were seen only in this group during the phase.
        package var count: Int
        /// The number of users who were first seen in this group, and on this day in another. They are neither in
        /// `count` nor in any sum.
        package var mixed: Int
        /// The number of the users in `count` who had been in an earlier phase.
        package var returning: Int

        package init(_ count: Int = 0, mixed: Int = 0, returning: Int = 0) {
            self.count = count
            self.mixed = mixed
            self.returning = returning
        }

        /// The number of users who were in no earlier phase.
        package var new: Int { count - returning }
    }

    /// The experiment's name.
    package var experiment: String
    /// Users by cell.
    package var users: [Cell: Users]
    /// Sums by metric and cell of the users with an event: `units` is 0 in all of them. See ``totals(of:in:through:)``.
    package var values: [String: [Cell: GroupTotals]]
    /// The first exposure; nil if there are none.
    package var firstExposure: Date?
    /// The percentile caps that the sums were computed with, by metric.
    package var caps: [String: Double] = [:]
    /// Events that metrics count, but that are no longer stored, by metric.
    package var missing: [String: MissingEvents] = [:]
    /// Sentences about where the totals come from.
    package var remarks: [String] = []
    /// Sentences about what someone has to check before a decision.
    package var warnings: [String] = []
    /// How a warehouse counted them; nil if a store did.
    package var warehouse: WarehouseCount?

    package init(
        experiment: String, users: [Cell: Users] = [:], values: [String: [Cell: GroupTotals]] = [:],
        firstExposure: Date? = nil
    ) {
        (self.experiment, self.users, self.values) = (experiment, users, values)
        self.firstExposure = firstExposure
    }

    /// Events that are missing in the sums of a metric, because they were removed before the metric was declared in its
    /// current form.
    package struct MissingEvents: Sendable, Hashable {
        /// The number of events; nil if it is not known.
        package var count: Int?
        /// The time of the latest one.
        package var until: Date

        package init(count: Int?, until: Date) { (self.count, self.until) = (count, until) }
    }

    /// The phase of users from before the experiment started. They are not counted.
    package static let beforeStart = -1
    /// The phase of users from after the experiment ended. They are not counted.
    package static let afterEnd = -2
    /// The phase of users who came only while apps learned of a new split. They are not counted.
    package static let betweenPhases = -3

    /// The seen groups, in the order of their names.
    package var groups: [String] { Set(counted.map(\.key.group)).sorted() }

    /// The number of users who were seen in several groups.
    package var mixed: Int { counted.reduce(0) { $0 + $1.value.mixed } }

    /// The number of users who were exposed before the experiment started.
    package var early: Int {
        users.reduce(0) { $0 + ($1.key.phase == Self.beforeStart ? $1.value.count : 0) }
    }

    /// The number of users who came only while apps learned of a new split.
    package var between: Int {
        users.reduce(0) { $0 + ($1.key.phase == Self.betweenPhases ? $1.value.count : 0) }
    }

    /// The day of the latest first exposure; nil if there are no users.
    package var lastExposure: Date? { users.filter { $0.value.count > 0 }.keys.map(\.day).max()?.start }

    /// The number of users who were exposed after the experiment ended.
    package var late: Int { users.reduce(0) { $0 + ($1.key.phase == Self.afterEnd ? $1.value.count : 0) } }

    private var counted: [Cell: Users] { users.filter { $0.key.phase >= 0 } }

    /// Returns the number of users of a group up to the end of a day; nil means all groups.
    package func users(in group: String? = nil, phase: Int? = nil, through day: EventDay? = nil) -> Int {
        users.reduce(0) { sum, entry in
            isIn(entry.key, group: group, phase: phase, day: day) ? sum + entry.value.count : sum
        }
    }

    /// The number of new users on each day from the first to the last one, including days without any.
    package var usersByDay: [(day: EventDay, count: Int)] {
        var days: [EventDay: Int] = [:]
        for (cell, users) in counted { days[cell.day, default: 0] += users.new }
        guard let first = days.keys.min(), let last = days.keys.max(), first.distance(to: last) < 36_525
        else {
            return days.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
        return (first...last).map { ($0, days[$0] ?? 0) }
    }

    /// Returns the totals of a metric in a group, including users without events.
    ///
    /// - Parameter day: the last day of first exposures to include; nil for all.
    package func totals(of metric: String, in group: String, through day: EventDay? = nil) -> GroupTotals {
        var totals = GroupTotals()
        for (cell, part) in values[metric] ?? [:] where isIn(cell, group: group, phase: nil, day: day) {
            totals += part
        }
        totals.units = users(in: group, through: day)
        return totals
    }

    /// Returns the totals with other names of groups.
    ///
    /// - Parameter names: the new names by the old ones. Other groups are not renamed.
    package func renamingGroups(_ names: [String: String]) -> ExperimentTotals {
        guard !names.isEmpty else { return self }
        func renamed(_ cell: Cell) -> Cell {
            Cell(phase: cell.phase, group: names[cell.group] ?? cell.group, day: cell.day)
        }
        var totals = self
        totals.users = Dictionary(users.map { (renamed($0), $1) }) { one, other in
            Users(
                one.count.clampedSum(other.count), mixed: one.mixed.clampedSum(other.mixed),
                returning: one.returning.clampedSum(other.returning))
        }
        totals.values = values.mapValues { Dictionary($0.map { (renamed($0), $1) }) { $0 + $1 } }
        return totals
    }

    private func isIn(_ cell: Cell, group: String?, phase: Int?, day: EventDay?) -> Bool {
        guard cell.phase >= 0, group == nil || cell.group == group else { return false }
        return (phase == nil || cell.phase == phase) && day.map { cell.day <= $0 } ?? true
    }
}

/// Why the metrics of an experiment count no events: the number of events for each reason.
package struct UncountedEvents: Sendable, Hashable {
    /// The names of the events that the metrics count, in alphabetical order.
    package var names: [String]
    /// Events of users who were not exposed to the experiment while it ran.
    package var ofOthers = 0
    /// Events of users who were seen in several groups.
    package var ofMixed = 0
    /// Events from before their user's first exposure.
    package var before = 0
    /// Events without a value, of which every metric needs the value.
    package var withoutValue = 0
    /// Events too soon or too late after the exposure.
    package var outsideWindow = 0
    /// Events that are counted, but whose values are 0, or add up to 0 for each user.
    package var counted = 0

    package init(names: [String]) { self.names = names }

    /// The number of all stored events with these names.
    package var all: Int { ofOthers + ofMixed + before + withoutValue + outsideWindow + counted }
}

/// A stored look at a treatment and a metric. No later look can undo it.
package struct StoredLook: Sendable, Hashable {
    /// The metric's name.
    package var metric: String
    /// The treatment's group.
    package var group: String
    /// A digest of everything that defines the measurement. A look is valid only for the same definition.
    package var definition: String
    /// The time of the look.
    package var at: Date
    /// The data at this look.
    package var look: Look

    package init(metric: String, group: String, definition: String = "", at: Date, look: Look) {
        (self.metric, self.group, self.definition, self.at, self.look) = (metric, group, definition, at, look)
    }

    /// Returns the digest of a definition: the first half of the SHA-256 of its parts, in hexadecimal digits.
    package static func digest(of parts: [String]) -> String {
        // No part contains the separator, so different lists have different texts.
        let text = parts.map { $0.replacing("\u{1F}", with: " ") }.joined(separator: "\u{1F}")
        return Hexadecimal.text(SHA256Sum.of(text).prefix(16))
    }
}

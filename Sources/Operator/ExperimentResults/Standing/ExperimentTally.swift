import ExperimentEvents
import ExperimentStatistics
import Foundation

/// The counts of an experiment, day by day: the number of users in each group, and the sums of their events.
///
/// Groups and metrics are identified by name. Those that the project no longer declares are ignored.
package struct ExperimentTally: Sendable, Hashable {
    /// The users of a UTC day during one phase.
    package struct Day: Sendable, Hashable {
        /// The day of their first exposure.
        package var day: EventDay
        /// The index of the declared phase.
        package var phase: Int
        /// The number of users in each group, without those in several groups.
        package var users: [String: Int]
        /// Sums over those users by metric and group, of all their later events.
        package var totals: [String: [String: GroupTotals]]
        /// The number of users who were first seen in another group on this day.
        package var mixed = 0
        /// The number of `users` who had been in an earlier phase.
        package var returning = 0

        /// Creates a day.
        package init(
            _ day: EventDay, phase: Int = 0, users: [String: Int] = [:],
            totals: [String: [String: GroupTotals]] = [:]
        ) {
            (self.day, self.phase, self.users, self.totals) = (day, phase, users, totals)
        }
    }

    /// The days with new users, oldest first.
    package var days: [Day]
    /// The number of users in more than one group.
    package var mixedUsers: Int
    /// The number of users who came after the experiment ended. They are not counted.
    package var lateUsers = 0
    /// The number of users who came only while apps learned of a new split. They are not counted.
    package var betweenUsers = 0
    /// The files that are being imported. The counts are those from before.
    package var openImports: [String] = []
    /// The time of the first exposure; nil if there is none.
    package var firstExposure: Date?
    /// The number of users who were exposed before the experiment started, but not since. They are not counted.
    package var earlyUsers = 0
    /// The percentile caps that the sums were computed with, by metric.
    package var caps: [String: Double] = [:]
    /// Events that metrics count, but that are no longer stored, by metric.
    package var missingEvents: [String: ExperimentTotals.MissingEvents] = [:]
    /// Sentences about where the counts come from.
    package var remarks: [String] = []
    /// Sentences about what someone has to check before a decision.
    package var warnings: [String] = []
    /// How a warehouse counted them; nil if a store did.
    package var warehouse: WarehouseCount?
    /// The reason why no metric counts any of the events; nil if one does, or if it is not known.
    package var uncounted: UncountedEvents?
    /// The results of earlier looks, oldest first.
    package var looks: [StoredLook]

    /// Creates a tally, by default without users.
    package init(days: [Day] = [], mixedUsers: Int = 0, firstExposure: Date? = nil, looks: [StoredLook] = [])
    {
        self.days = days.sorted { ($0.day, $0.phase) < ($1.day, $1.phase) }
        (self.mixedUsers, self.looks) = (mixedUsers, looks)
        self.firstExposure = firstExposure ?? self.days.first?.day.start
    }

    /// Creates the tally of an experiment in a store, without users from before the start or after the end.
    package init(_ totals: ExperimentTotals, looks: [StoredLook] = []) {
        var days: [Place: Day] = [:]
        func change(_ cell: ExperimentTotals.Cell, _ body: (inout Day) -> Void) {
            guard cell.phase >= 0 else { return }
            body(&days[Place(cell), default: Day(cell.day, phase: cell.phase)])
        }
        for (cell, users) in totals.users {
            change(cell) { day in
                day.users[cell.group] = users.count
                day.mixed += users.mixed
                day.returning += users.returning
            }
        }
        for (metric, cells) in totals.values {
            for (cell, sums) in cells { change(cell) { $0.totals[metric, default: [:]][cell.group] = sums } }
        }
        self.init(
            days: Array(days.values), mixedUsers: totals.mixed, firstExposure: totals.firstExposure,
            looks: looks)
        earlyUsers = totals.early
        lateUsers = totals.late
        betweenUsers = totals.between
        (caps, missingEvents) = (totals.caps, totals.missing)
        remarks = totals.remarks
        warnings = totals.warnings
        warehouse = totals.warehouse
    }

    private struct Place: Hashable {
        let day: EventDay
        let phase: Int

        init(_ cell: ExperimentTotals.Cell) { (day, phase) = (cell.day, cell.phase) }
    }

    /// The names of the groups with users.
    package var groups: [String] { Set(days.flatMap(\.users.keys)).sorted() }

    /// Returns the tally as if no one had come after a time: the users until the end of that day, those of them who had
    /// been in several groups by then, and the looks until then.
    ///
    /// Events of these users after that time cannot be separated, so they are included. Users who were in several
    /// groups later are in no sum.
    package func known(at date: Date) -> ExperimentTally {
        let day = EventDay(of: date)
        var tally = self
        // Stores have a precision of milliseconds.
        tally.looks.removeAll { $0.at.timeIntervalSince(date) > 0.01 }
        guard days.last.map({ $0.day > day }) ?? false else { return tally }
        tally.mixedUsers -= days.reduce(0) { $1.day > day ? $0.clampedSum($1.mixed) : $0 }
        tally.days.removeAll { $0.day > day }
        return tally
    }
}

import ExperimentStatistics

/// The state that counting needs from one event to the next, with numbers for names. A database provides one within a
/// transaction.
package protocol EventLedger {
    /// The number of a name, which is given one if it has none.
    mutating func number(of name: String) throws -> Int

    /// Keeps an event; false if one of its ID was there before.
    mutating func keep(_ event: KeptEvent, of unit: UnitID) throws -> Bool
    /// The events of a unit that are kept.
    mutating func events(of unit: UnitID) throws -> [KeptEvent]

    /// Returns the groups of a unit in all its experiments, with its actions there.
    mutating func assignments(of unit: UnitID) throws -> [Assignment]
    /// Notes this of a unit, in place of what was said of it and the experiment before.
    mutating func put(_ assignment: Assignment, of unit: UnitID) throws
}

/// A ledger from which whole experiments can be counted anew.
package protocol RecountingLedger: EventLedger {
    /// Calls `body` with each unit of an experiment. It may put another assignment in the place of what it is given.
    mutating func forEachAssignment(
        in experiment: Int, _ body: (inout Self, UnitID, Assignment) throws -> Void
    ) throws
}

/// The changes of totals.
package struct TotalsChanges: Sendable {
    /// A group on a day of a phase of an experiment, all by numbers.
    package struct Cell: Sendable, Hashable {
        package var experiment: Int
        package var phase: Int
        package var group: Int
        package var day: Int

        package init(experiment: Int, phase: Int, group: Int, day: Int) {
            (self.experiment, self.phase, self.group, self.day) = (experiment, phase, group, day)
        }
    }

    /// A metric in a cell.
    package struct Sum: Sendable, Hashable {
        package var metric: Int
        package var cell: Cell

        package init(metric: Int, cell: Cell) {
            (self.metric, self.cell) = (metric, cell)
        }
    }

    /// Users that came or went.
    package var users: [Cell: ExperimentTotals.Users] = [:]
    /// Sums to be added to those that are there.
    package var sums: [Sum: GroupTotals] = [:]

    package init() {}

    package var isEmpty: Bool { users.isEmpty && sums.isEmpty }

    mutating func count(_ users: Int, mixed: Int = 0, in cell: Cell) {
        var change = self.users[cell] ?? ExperimentTotals.Users()
        change.count += users
        change.mixed += mixed
        self.users[cell] = change
    }

    mutating func replace(_ old: UnitValue, with new: UnitValue, of sum: Sum) {
        guard old != new else { return }
        sums[sum, default: GroupTotals()].replace(old, with: new)
    }
}

import ExperimentStatistics

/// The state that counting needs from one event to the next, with numbers instead of names. A database provides one
/// within a transaction.
package protocol EventLedger {
    /// Returns the number of a name, at least 1. A new name gets a number.
    mutating func number(of name: String) throws -> Int
    /// Returns the name of a number; nil if it has none.
    mutating func name(of number: Int) throws -> String?

    /// Stores an event.
    ///
    /// - Parameters:
    ///   - formerID: its ID in older versions; nil if it has none.
    ///   - source: the number of its import; 0 for none.
    /// - Returns: the stored event; nil if there is already one with its ID.
    mutating func keep(_ event: KeptEvent, formerID: Int64?, source: Int, of unit: UnitID) throws
        -> KeptEvent?
    /// Returns the stored events of a unit.
    mutating func events(of unit: UnitID) throws -> [KeptEvent]
    /// Returns the sums of a unit's events that are no longer stored.
    mutating func earlierTallies(of unit: UnitID, in experiment: Int) throws -> UnitTallies

    /// Returns the groups of a unit in all its experiments, with its actions there.
    mutating func assignments(of unit: UnitID) throws -> [Assignment]
    /// Returns the group of a unit in one experiment; nil if it has none.
    mutating func assignment(of unit: UnitID, in experiment: Int) throws -> Assignment?
    /// Stores an assignment in place of the unit's previous one in the same experiment.
    mutating func put(_ assignment: Assignment, of unit: UnitID) throws
}

extension EventLedger {
    package mutating func assignment(of unit: UnitID, in experiment: Int) throws -> Assignment? {
        try assignments(of: unit).first { $0.experiment == experiment }
    }
}

/// A ledger that allows whole experiments to be counted again.
package protocol RecountingLedger: EventLedger {
    /// Calls `body` with each assignment, unit by unit. The body may replace it.
    ///
    /// - Parameter experiments: the experiments to include; nil for all.
    mutating func forEachAssignment(
        in experiments: Set<Int>?, _ body: (inout Self, UnitID, Assignment) throws -> Void
    ) throws
}

/// The changes of totals.
package struct TotalsChanges: Sendable {
    /// A group on a day of a phase of an experiment, all as numbers.
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

    /// The changes of users.
    package var users: [Cell: ExperimentTotals.Users] = [:]
    /// Sums to add to the existing ones.
    package var sums: [Sum: GroupTotals] = [:]
    /// The time of the oldest new exposure or event, in milliseconds since 1970, by experiment.
    package var oldest: [Int: Int64] = [:]

    package init() {}

    /// Adds a unit with all its actions.
    ///
    /// - Parameter sign: -1 to remove it.
    mutating func count(_ assignment: Assignment, _ rules: CountingRules, sign: Int = 1) {
        for (index, stay) in assignment.stays.enumerated() {
            let cell = rules.cell(of: stay, assignment)
            var change = users[cell] ?? ExperimentTotals.Users()
            if stay.isMixed { change.mixed += sign } else { change.count += sign }
            if index > 0, !stay.isMixed { change.returning += sign }
            users[cell] = change
            guard !stay.isMixed else { continue }
            for entry in stay.tallies.entries {
                guard let metric = rules.metrics[entry.metric] else { continue }
                let none = UnitValue(0)
                let value = rules.unitValue(entry.tally, metric, in: cell.experiment)
                let place = Sum(metric: entry.metric, cell: cell)
                replace(sign < 0 ? value : none, with: sign < 0 ? none : value, of: place)
            }
        }
    }

    /// Records that an exposure or an event of an experiment is new.
    mutating func note(_ experiment: Int, at time: Int64) {
        oldest[experiment] = min(oldest[experiment] ?? time, time)
    }

    mutating func replace(_ old: UnitValue, with new: UnitValue, of sum: Sum) {
        guard old != new else { return }
        sums[sum, default: GroupTotals()].replace(old, with: new)
    }
}

extension GroupTotals {
    /// The sums in a fixed order: values, denominators, the past.
    package var parts: [PreciseSum] {
        [
            sum, sumSquares, denominator.sum, denominator.sumSquares, denominator.productSum, past.sum,
            past.sumSquares, past.productSum,
        ]
    }
}

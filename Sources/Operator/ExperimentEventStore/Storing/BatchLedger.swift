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
        var moved: [Int] = []
        /// What it did; nil where nobody asked yet.
        var tallies: [UnitTally]?
        var isChanged = false
    }

    private var database: DatabaseLedger
    private var units: [UnitID: Unit] = [:]
    /// When units were first exposed, by experiment.
    private var spans: [Int: ClosedRange<Int64>] = [:]

    /// - Parameter batch: the units that are going to be counted.
    init(_ database: DatabaseLedger, for batch: BatchUnits) throws {
        self.database = database
        units.reserveCapacity(batch.numbers.count)
        for unit in batch.numbers.values.sorted() {
            let assignments = try database.assignments(of: unit)
            let tallies = assignments.isEmpty || !batch.active.contains(unit) ? nil : try database.tallies(of: unit)
            units[unit] = Unit(assignments: assignments, tallies: tallies)
        }
    }

    /// Writes what changed. What was only kept is written already.
    func flush() throws {
        for (id, unit) in units.filter(\.value.isChanged).sorted(by: { $0.key < $1.key }) {
            for assignment in unit.assignments where unit.moved.contains(assignment.experiment) {
                try database.write(assignment, of: id)
            }
            for tally in unit.tallies ?? [] where tally.isChanged { try database.put(tally, of: id) }
        }
        for (experiment, span) in spans { try database.spread(experiment, over: span) }
    }

    mutating func number(of name: String) throws -> Int { try database.number(of: name) }

    mutating func keep(_ event: KeptEvent, of unit: UnitID) throws -> Bool { try database.keep(event, of: unit) }

    func events(of unit: UnitID) throws -> [KeptEvent] { try database.events(of: unit) }

    mutating func assignments(of unit: UnitID) throws -> [Assignment] { try known(unit).assignments }

    mutating func put(_ assignment: Assignment, of unit: UnitID) throws {
        let (experiment, at) = (assignment.experiment, assignment.firstAt)
        let span = spans[experiment] ?? at...at
        spans[experiment] = min(span.lowerBound, at)...max(span.upperBound, at)
        var known = try take(unit)
        known.isChanged = true
        if !known.moved.contains(experiment) { known.moved.append(experiment) }
        known.assignments.removeAll { $0.experiment == experiment }
        known.assignments.append(assignment)
        units[unit] = known
    }

    mutating func tallies(of unit: UnitID, in experiment: Int) throws -> [Int: Tally] {
        var tallies: [Int: Tally] = [:]
        for place in try knownTallies(of: unit) where place.experiment == experiment && !place.tally.isEmpty {
            tallies[place.metric] = place.tally
        }
        return tallies
    }

    mutating func put(_ tally: Tally, of unit: UnitID, in experiment: Int, metric: Int) throws {
        var known = try take(unit)
        var tallies = try known.tallies ?? database.tallies(of: unit)
        known.tallies = nil
        let new = UnitTally(experiment: experiment, metric: metric, tally: tally, isChanged: true)
        if let place = tallies.firstIndex(where: { $0.experiment == experiment && $0.metric == metric }) {
            tallies[place] = new
        } else {
            tallies.append(new)
        }
        (known.tallies, known.isChanged) = (tallies, true)
        units[unit] = known
    }

    private mutating func knownTallies(of unit: UnitID) throws -> [UnitTally] {
        let known = try known(unit)
        if let tallies = known.tallies { return tallies }
        let tallies = try database.tallies(of: unit)
        units[unit]?.tallies = tallies
        return tallies
    }

    /// What is known of a unit; another than was foreseen is asked for now.
    private mutating func known(_ unit: UnitID) throws -> Unit {
        if let known = units[unit] { return known }
        let known = Unit(assignments: try database.assignments(of: unit))
        units[unit] = known
        return known
    }

    /// What is known of a unit, to be changed and put back: what is held once is not copied.
    private mutating func take(_ unit: UnitID) throws -> Unit {
        try units.removeValue(forKey: unit) ?? Unit(assignments: database.assignments(of: unit))
    }
}

/// What a unit did, for one metric of an experiment.
struct UnitTally {
    var experiment: Int
    var metric: Int
    var tally: Tally
    /// Whether it is other than the database has it.
    var isChanged = false
}

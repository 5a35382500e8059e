import ExperimentEvents

/// A ledger for one unit at a time: the data of a unit are read once, and written once when another unit follows.
///
/// It expects events in the order of ``EventBatch``. With both, an exposure is stored in 4 µs and an event of three
/// metrics in 9, instead of 16 and 32 in the order of arrival.
struct UnitLedger: EventLedger {
    private var database: DatabaseLedger
    private var unit: UnitID?
    private var assignments: [Assignment] = []
    /// The indices of the assignments by experiment, because a unit may be in thousands.
    private var places: [Int: Int] = [:]
    /// The experiments with changed assignments.
    private var changed: Set<Int> = []
    /// The ranges of exposure times, by experiment.
    private var spans: [Int: ClosedRange<Int64>] = [:]

    init(_ database: DatabaseLedger) { self.database = database }

    /// Writes all pending changes.
    mutating func flush() throws {
        try flushUnit()
        for (experiment, span) in spans { try database.spread(experiment, over: span) }
    }

    private mutating func flushUnit() throws {
        guard let unit, !changed.isEmpty else { return }
        for assignment in assignments where changed.contains(assignment.experiment) {
            try database.write(assignment, of: unit)
        }
        changed.removeAll(keepingCapacity: true)
    }

    mutating func number(of name: String) throws -> Int { try database.number(of: name) }

    func name(of number: Int) throws -> String? { try database.name(of: number) }

    func keep(_ event: KeptEvent, formerID: Int64?, source: Int, of unit: UnitID) throws -> KeptEvent? {
        try database.keep(event, formerID: formerID, source: source, of: unit)
    }

    func earlierTallies(of unit: UnitID, in experiment: Int) throws -> UnitTallies {
        try database.earlierTallies(of: unit, in: experiment)
    }

    func events(of unit: UnitID) throws -> [KeptEvent] { try database.events(of: unit) }

    mutating func assignments(of unit: UnitID) throws -> [Assignment] {
        try turn(to: unit)
        return assignments
    }

    private mutating func turn(to unit: UnitID) throws {
        guard unit != self.unit else { return }
        try flushUnit()
        assignments = try database.assignments(of: unit)
        places.removeAll(keepingCapacity: true)
        for (place, assignment) in assignments.enumerated() { places[assignment.experiment] = place }
        self.unit = unit
    }

    mutating func assignment(of unit: UnitID, in experiment: Int) throws -> Assignment? {
        try turn(to: unit)
        return places[experiment].map { assignments[$0] }
    }

    mutating func put(_ assignment: Assignment, of unit: UnitID) throws {
        try turn(to: unit)
        let experiment = assignment.experiment
        if let first = assignment.exposures.first?.at, let last = assignment.exposures.last?.at {
            let span = spans[experiment] ?? first...last
            spans[experiment] = min(span.lowerBound, first)...max(span.upperBound, last)
        }
        changed.insert(experiment)
        if let place = places[experiment] {
            assignments[place] = assignment
        } else {
            places[experiment] = assignments.count
            assignments.append(assignment)
        }
    }
}

/// A ledger in memory.
package struct MemoryLedger: RecountingLedger {
    private struct Unit {
        var events: [KeptEvent] = []
        var assignments: [Assignment] = []
    }

    /// The names by their numbers. The first one is that of none.
    private var names = [""]
    private var numbers: [String: Int] = [:]
    private var ids: Set<Int64> = []
    private var units: [UnitID: Unit] = [:]
    private var firstTimes: [Int: Int64] = [:]

    package init() {}

    package func name(of number: Int) -> String? { names.indices.contains(number) ? names[number] : nil }

    /// The number of stored events, by name.
    var eventCounts: [String: Int] {
        var counts: [String: Int] = [:]
        for unit in units.values { for event in unit.events { counts[names[event.name], default: 0] += 1 } }
        return counts
    }

    /// Why the events of these names are not counted in an experiment.
    func uncountedEvents(
        of experiment: String, named events: [String], _ rules: CountingRules
    ) -> UncountedEvents {
        var uncounted = UncountedEvents(names: events)
        let (number, names) = (numbers[experiment], Set(events.compactMap { numbers[$0] }))
        for unit in units.values {
            let assignment = unit.assignments.first { $0.experiment == number }
            for event in unit.events where names.contains(event.name) { uncounted.add(event, to: assignment, rules) }
        }
        return uncounted
    }

    /// The time of the first exposure.
    func firstExposure(of experiment: Int) -> Int64? { firstTimes[experiment] }

    package mutating func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }

    package mutating func keep(_ event: KeptEvent, formerID: Int64?, source: Int, of unit: UnitID) -> KeptEvent? {
        guard ids.insert(event.id).inserted else { return nil }
        units[unit, default: Unit()].events.append(event)
        return event
    }

    package func earlierTallies(of unit: UnitID, in experiment: Int) -> UnitTallies { UnitTallies() }

    package func events(of unit: UnitID) -> [KeptEvent] { units[unit]?.events ?? [] }

    package func assignments(of unit: UnitID) -> [Assignment] { units[unit]?.assignments ?? [] }

    package mutating func put(_ assignment: Assignment, of unit: UnitID) {
        units[unit, default: Unit()].assignments.removeAll { $0.experiment == assignment.experiment }
        units[unit, default: Unit()].assignments.append(assignment)
        guard let at = assignment.exposures.first?.at else { return }
        firstTimes[assignment.experiment] = min(firstTimes[assignment.experiment] ?? at, at)
    }

    package mutating func forEachAssignment(
        in experiments: Set<Int>?, _ body: (inout MemoryLedger, UnitID, Assignment) throws -> Void
    ) rethrows {
        for (id, unit) in units {
            for assignment in unit.assignments where experiments?.contains(assignment.experiment) ?? true {
                try body(&self, id, assignment)
            }
        }
    }
}

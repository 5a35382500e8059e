/// A ledger in memory.
package struct MemoryLedger: RecountingLedger {
    private struct Unit {
        var events: [KeptEvent] = []
        var assignments: [Assignment] = []
    }

    private var names: [String] = []
    private var numbers: [String: Int] = [:]
    private var ids: Set<Int64> = []
    private var units: [UnitID: Unit] = [:]
    private var times: [Int: ClosedRange<Int64>] = [:]

    package init() {}

    func name(of number: Int) -> String { names[number] }

    /// The number of stored events, by name.
    var eventCounts: [String: Int] {
        var counts: [String: Int] = [:]
        for unit in units.values { for event in unit.events { counts[names[event.name], default: 0] += 1 } }
        return counts
    }

    /// From the first exposure to the latest.
    func exposureTimes(of experiment: Int) -> ClosedRange<Int64>? { times[experiment] }

    package mutating func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }

    package mutating func keep(_ event: KeptEvent, of unit: UnitID) -> Bool {
        guard ids.insert(event.id).inserted else { return false }
        units[unit, default: Unit()].events.append(event)
        return true
    }

    package func events(of unit: UnitID) -> [KeptEvent] { units[unit]?.events ?? [] }

    package func assignments(of unit: UnitID) -> [Assignment] { units[unit]?.assignments ?? [] }

    package mutating func put(_ assignment: Assignment, of unit: UnitID) {
        units[unit, default: Unit()].assignments.removeAll { $0.experiment == assignment.experiment }
        units[unit, default: Unit()].assignments.append(assignment)
        let (experiment, at) = (assignment.experiment, assignment.firstAt)
        let known = times[experiment] ?? at...at
        times[experiment] = min(known.lowerBound, at)...max(known.upperBound, at)
    }

    package mutating func forEachAssignment(
        in experiment: Int, _ body: (inout MemoryLedger, UnitID, Assignment) throws -> Void
    ) rethrows {
        for (id, unit) in units {
            for assignment in unit.assignments where assignment.experiment == experiment {
                try body(&self, id, assignment)
            }
        }
    }
}

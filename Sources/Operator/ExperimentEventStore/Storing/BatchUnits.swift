import ExperimentEvents

/// The units of a batch.
struct BatchUnits {
    /// Their numbers by their names: each takes a code of its own to compute.
    private(set) var numbers: [String: UnitID] = [:]
    /// Those that did something, and were not only exposed.
    private(set) var active: Set<UnitID> = []

    init(_ events: [TrackedEvent], _ naming: UnitNaming) {
        numbers.reserveCapacity(events.count)
        for event in events {
            let unit = event.unit
            let number = numbers[unit] ?? naming.id(of: unit)
            numbers[unit] = number
            if case .metric = event { active.insert(number) }
        }
    }
}

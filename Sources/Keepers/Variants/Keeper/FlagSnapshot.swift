import ExperimentsCore

/// Readings of flags as what a snapshot holds.
struct FlagSnapshot {
    let entries: [String: Snapshot.Entry]
    let experiments: [ExperimentAssignment]

    init(_ readings: [FlagReading]) {
        var entries = [String: Snapshot.Entry](minimumCapacity: readings.count)
        var experiments: [ExperimentAssignment] = []
        for reading in readings {
            guard case .success(let value) = reading.value else { continue }
            entries[reading.flag] = Snapshot.Entry(text: value.valueText, supplier: reading.variant)
            if let variant = reading.variant {
                experiments.append(.init(id: reading.flag, variant: variant, keys: [reading.flag]))
            }
        }
        (self.entries, self.experiments) = (entries, experiments)
    }
}

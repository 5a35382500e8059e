/// A stored exposure of a unit. All exposures are stored, so that the first one is known for any start of the
/// experiment.
package struct KeptExposure: Sendable, Hashable {
    /// The time, in milliseconds since 1970.
    package var at: Int64
    /// The number of the group; 0 if its name was not stored.
    package var group: Int
    /// The number of the import that it came with; 0 for none.
    package var source: Int

    package init(at: Int64, group: Int, source: Int = 0) {
        (self.at, self.group, self.source) = (at, group, source)
    }
}

/// The place of a unit in one phase of an experiment, and its actions since then.
package struct Stay: Sendable, Hashable {
    /// The number of the group of the unit's first exposure in the phase.
    package var group: Int
    /// The time of that exposure, in milliseconds since 1970.
    package var firstAt: Int64
    /// Whether the unit was exposed to another group in the same phase, too. Then it is counted in none.
    package var isMixed: Bool
    /// The unit's actions until it met the next phase, by metric.
    package var tallies: UnitTallies

    package init(group: Int, firstAt: Int64, isMixed: Bool, tallies: UnitTallies = UnitTallies()) {
        self.group = group
        self.firstAt = firstAt
        self.isMixed = isMixed
        self.tallies = tallies
    }
}

/// The groups of a unit in an experiment, phase by phase, and its actions there.
package struct Assignment: Sendable, Hashable {
    /// The number of the experiment.
    package var experiment: Int
    /// The unit's exposures, oldest first; at least one.
    package private(set) var exposures: [KeptExposure]
    /// The unit's places, one for each phase in which it was exposed, oldest first; at least one. If no exposure
    /// counts, it is that of the first exposure.
    package var stays: [Stay]

    /// Creates an assignment from stored parts.
    package init(experiment: Int, exposures: [KeptExposure], stays: [Stay]) {
        self.experiment = experiment
        self.exposures = exposures
        self.stays = stays
    }

    /// Creates the assignment of a unit after its first exposure.
    package init(experiment: Int, _ exposure: KeptExposure) {
        self.init(
            experiment: experiment, exposures: [exposure],
            stays: [Stay(group: exposure.group, firstAt: exposure.at, isMixed: false)])
    }

    /// The group of the first exposure that counts.
    package var group: Int { stays[0].group }

    /// The time of the first exposure that counts, in milliseconds since 1970.
    package var firstAt: Int64 { stays[0].firstAt }

    /// Whether the unit is counted in none of its phases.
    package var isMixed: Bool { stays.allSatisfy(\.isMixed) }

    /// The places without the actions.
    package var places: [Stay] {
        stays.map { Stay(group: $0.group, firstAt: $0.firstAt, isMixed: $0.isMixed) }
    }

    /// The time, in milliseconds, in which more exposures to the same group are not stored: a quarter of an hour.
    private static var quarter: Int64 { 900_000 }

    /// Adds an exposure. If there are several to the same group in a quarter of an hour, only the first one is stored,
    /// which is enough to find the first one after any start.
    ///
    /// - Parameter start: the start of the experiment, in milliseconds since 1970; nil if it has none.
    /// - Returns: false if it is not stored.
    package mutating func add(_ exposure: KeptExposure, start: Int64?) -> Bool {
        func stretch(_ at: Int64) -> (Int64, Bool) {
            (at >= 0 ? at / Self.quarter : (at + 1) / Self.quarter - 1, start.map { at >= $0 } ?? true)
        }
        for (place, known) in exposures.enumerated() where known.group == exposure.group {
            if known.at == exposure.at { return false }
            guard known.source == exposure.source, stretch(known.at) == stretch(exposure.at) else { continue }
            guard exposure.at < known.at else { return false }
            exposures.remove(at: place)
            break
        }
        let place = exposures.firstIndex { $0.at > exposure.at } ?? exposures.endIndex
        exposures.insert(exposure, at: place)
        return true
    }

    /// Removes exposures.
    package mutating func removeExposures(where isRemoved: (KeptExposure) -> Bool) {
        exposures.removeAll(where: isRemoved)
    }

    /// Returns the exposures that decide the group: those after the start, or all if there are none.
    package func deciding(since start: Int64?) -> ArraySlice<KeptExposure> {
        let since = start.map { start in exposures.drop { $0.at < start } } ?? exposures[...]
        return since.isEmpty ? exposures[...] : since
    }
}

/// A stored event, as it arrived.
package struct KeptEvent: Sendable, Hashable {
    /// The number that identifies the event if it arrives twice.
    package var id: Int64
    /// The number of the event's name.
    package var name: Int
    /// The time, in milliseconds since 1970.
    package var at: Int64
    package var value: Double?
    /// Whether it may be one of the events of which only sums are stored: see ``EventDefinitions/earlierMetrics``.
    package var isEarlier: Bool

    package init(id: Int64, name: Int, at: Int64, value: Double?, isEarlier: Bool = false) {
        (self.id, self.name, self.at, self.value, self.isEarlier) = (id, name, at, value, isEarlier)
    }
}

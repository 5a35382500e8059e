// Counting events again.
extension EventCounter where Ledger: RecountingLedger {
    /// Sums experiments again, after counting some of them again from their exposures and events.
    ///
    /// - Parameters:
    ///   - experiments: the numbers of the experiments to sum.
    ///   - recounted: the numbers of those among them whose exposures and events are counted again.
    /// - Returns: the totals.
    package mutating func recount(_ experiments: Set<Int>, again recounted: Set<Int>) throws -> TotalsChanges
    {
        var totals = TotalsChanges()
        let rules = rules
        try ledger.forEachAssignment(in: experiments) { ledger, unit, old in
            var new = old
            if recounted.contains(old.experiment) {
                try rules.place(&new, &ledger)
                try rules.tally(&new, of: unit, &ledger)
                if new != old { try ledger.put(new, of: unit) }
            }
            totals.count(new, rules)
        }
        return totals
    }

    /// Counts everything from the stored exposures and events, without changing anything.
    ///
    /// - Parameter found: called with each unit whose assignment differs from its exposures and events.
    /// - Returns: the correct totals.
    package mutating func audit(_ found: (UnitID, Assignment, Assignment) -> Void) throws -> TotalsChanges {
        var totals = TotalsChanges()
        let rules = rules
        try ledger.forEachAssignment(in: nil) { ledger, unit, old in
            var new = old
            try rules.place(&new, &ledger)
            try rules.tally(&new, of: unit, &ledger)
            if new != old { found(unit, old, new) }
            totals.count(new, rules)
        }
        return totals
    }

    /// Counts one unit again after exposures or events of it were removed. The changes of the totals are added to
    /// ``changes``.
    ///
    /// - Parameter isRemoved: returns whether to remove an exposure, too.
    /// - Returns: the experiments that the unit has left. The caller removes those assignments.
    package mutating func recount(
        _ unit: UnitID, removing isRemoved: (_ experiment: Int, KeptExposure) -> Bool
    ) throws -> [Int] {
        var left: [Int] = []
        for old in try ledger.assignments(of: unit) {
            var new = old
            new.removeExposures { isRemoved(old.experiment, $0) }
            changes.count(old, rules, sign: -1)
            guard !new.exposures.isEmpty else {
                left.append(old.experiment)
                continue
            }
            try rules.place(&new, &ledger)
            try rules.tally(&new, of: unit, &ledger)
            changes.count(new, rules)
            if new != old { try ledger.put(new, of: unit) }
        }
        return left
    }

    /// Returns the values of counted units, for percentile caps, by experiment and metric. Units without a value are
    /// left out.
    package mutating func valuesToCap() throws -> [CapPlace: [Double]] {
        let capped = Set(rules.metrics.values.filter { $0.definition.capPercentile != nil }.map(\.number))
        var values: [CapPlace: [Double]] = [:]
        let rules = rules
        try ledger.forEachAssignment(in: nil) { _, _, assignment in
            for stay in assignment.stays where !stay.isMixed && rules.cell(of: stay, assignment).phase >= 0 {
                for entry in stay.tallies.entries
                where capped.contains(entry.metric) && entry.tally.value != 0 {
                    let place = CapPlace(experiment: assignment.experiment, metric: entry.metric)
                    values[place, default: []].append(abs(entry.tally.value))
                }
            }
        }
        return values
    }

    /// Calls `found` with the part of each assignment's sums that does not come from stored events, but from removed
    /// ones.
    package mutating func unexplainedTallies(_ found: (UnitID, _ experiment: Int, UnitTallies) throws -> Void)
        throws
    {
        let rules = rules
        try ledger.forEachAssignment(in: nil) { ledger, unit, old in
            var new = old
            try rules.tally(&new, of: unit, &ledger)
            var rest = UnitTallies()
            for entry in old.stays[0].tallies.entries {
                rest[entry.metric] = entry.tally.beyond(new.stays[0].tallies[entry.metric])
            }
            if !rest.isEmpty { try found(unit, old.experiment, rest) }
        }
    }
}

extension Tally {
    /// Returns the difference, ignoring rounding errors of older versions, which stored sums as ordinary numbers.
    fileprivate func beyond(_ other: Tally) -> Tally {
        func part(_ a: Double, _ b: Double) -> Double { abs(a - b) > 1e-9 * max(abs(a), abs(b)) ? a - b : 0 }
        return Tally(
            part(value, other.value), denominator: part(denominator, other.denominator),
            past: part(past, other.past))
    }
}

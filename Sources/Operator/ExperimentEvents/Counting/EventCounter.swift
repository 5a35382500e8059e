import ExperimentStatistics
import Foundation

/// Counts events one by one, in any order, and returns the outcome of each.
///
/// It works in the same way in memory and in a database, because its ledger stores what it must remember. It never
/// reads the totals. The caller adds ``changes`` to them after all events of a batch have been counted.
package struct EventCounter<Ledger: EventLedger> {
    /// The time by which another clock may be ahead of this one before it counts as wrong, in milliseconds: an hour.
    private static var tolerance: Int64 { 3_600_000 }
    /// The largest value of which sums of squares still are numbers.
    private static var largestValue: Double { 1e120 }

    package var ledger: Ledger
    /// The changes of the totals by the events counted so far.
    package private(set) var changes = TotalsChanges()
    /// What may be wrong with the events counted so far.
    package private(set) var doubts = EventDoubts()
    let rules: CountingRules
    private let naming: UnitNaming
    private let now: Int64
    private var random: any RandomNumberGenerator

    /// A counter.
    ///
    /// - Parameters:
    ///   - limits: the limits that percentile caps give.
    ///   - naming: gives units their numbers.
    ///   - random: gives events their IDs that have none.
    package init(
        _ definitions: EventDefinitions, limits: [CapPlace: Double] = [:], ledger: Ledger, naming: UnitNaming,
        now: Date, random: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) throws {
        var ledger = ledger
        rules = try CountingRules(definitions, limits: limits) { try ledger.number(of: $0) }
        (self.ledger, self.naming, self.now) = (ledger, naming, now.eventMilliseconds)
        self.random = random
    }

    /// Counts an event.
    ///
    /// - Parameter unit: the number of its unit.
    /// - Throws: what the ledger throws. Then nothing of the batch may be kept.
    package mutating func count(_ event: TrackedEvent, of unit: UnitID) throws -> EventOutcome {
        switch event {
        case .exposure(let event): try count(event, unit)
        case .metric(let event): try count(event, unit)
        }
    }

    // MARK: Exposures

    private mutating func count(_ event: ExposureEvent, _ unit: UnitID) throws -> EventOutcome {
        guard !event.isOverridden else { return .overridden }
        guard !event.experiment.isEmpty, !event.group.isEmpty, !event.unit.isEmpty else { return .invalid }
        let at = event.at.eventMilliseconds
        guard at <= now + Self.tolerance else { return .future }
        let declared = rules.experiment(of: event)
        let experiment = try declared?.number ?? ledger.number(of: event.experiment)
        let group = try ledger.number(of: event.group)
        guard var known = try ledger.assignments(of: unit).first(where: { $0.experiment == experiment }) else {
            var assignment = Assignment(experiment: experiment, group: group, firstAt: at)
            changes.count(1, in: cell(of: assignment))
            try replay(unit, from: nil, to: &assignment)
            try ledger.put(assignment, of: unit)
            guard let declared else { return .undeclared }
            return declared.groups.isEmpty || declared.groups.contains(group) ? .exposed : .unknownGroup
        }
        let old = known
        if group != old.group { known.isMixed = true }
        if at < old.firstAt { (known.firstAt, known.group) = (at, group) }
        guard known != old else { return .repeated }
        try move(unit, from: old, to: known)
        return known.isMixed && !old.isMixed ? .mixed : .earlier
    }

    /// Lets a unit have come earlier than was known, or be in several groups.
    private mutating func move(_ unit: UnitID, from old: Assignment, to new: Assignment) throws {
        changes.count(old.isMixed ? 0 : -1, mixed: old.isMixed ? -1 : 0, in: cell(of: old))
        changes.count(new.isMixed ? 0 : 1, mixed: new.isMixed ? 1 : 0, in: cell(of: new))
        if !old.isMixed { sum(old.tallies, cell(of: old), sign: -1) }
        if !new.isMixed { sum(old.tallies, cell(of: new), sign: 1) }
        var new = new
        if new.firstAt != old.firstAt { try replay(unit, from: old, to: &new) }
        try ledger.put(new, of: unit)
    }

    /// Counts the unit's kept events as of its first exposure, in place of what was counted of them before.
    private mutating func replay(_ unit: UnitID, from old: Assignment?, to new: inout Assignment) throws {
        for event in try ledger.events(of: unit) {
            let metrics = (rules.metricsByEvent[event.name] ?? []).filter { rules.counts($0, in: new.experiment) }
            if old == nil, !metrics.isEmpty, EventDoubts.isJustBefore(event.at, new.firstAt) { doubts.justBefore += 1 }
            for metric in metrics {
                let before = old.map { metric.contribution(of: event, firstAt: $0.firstAt) } ?? Tally()
                let after = metric.contribution(of: event, firstAt: new.firstAt)
                guard before != after else { continue }
                add(after - before, metric, to: &new)
            }
        }
    }

    // MARK: Events of metrics

    private mutating func count(_ event: MetricEvent, _ named: UnitID) throws -> EventOutcome {
        guard !event.name.isEmpty, !event.unit.isEmpty else { return .invalid }
        if let value = event.value, !(abs(value) <= Self.largestValue) { return .invalid }
        let at = event.at.eventMilliseconds
        guard at <= now + Self.tolerance else { return .future }
        let (unit, assignments) = try owner(of: event, named)
        let id = event.id ?? random.next()
        let kept = KeptEvent(
            id: Int64(bitPattern: id), name: try ledger.number(of: event.name), at: at, value: event.value)
        guard try ledger.keep(kept, of: unit) else { return .duplicate }
        guard let metrics = rules.metricsByEvent[kept.name] else { return .unused }
        if metrics.contains(where: { $0.misses(kept) }) { doubts.withoutValue += 1 }
        if assignments.contains(where: { EventDoubts.isJustBefore(at, $0.firstAt) }) { doubts.justBefore += 1 }
        guard !assignments.isEmpty else { return .unmatched }
        var outcome: EventOutcome?
        for assignment in assignments {
            guard let new = try count(kept, of: unit, assignment, metrics) else { continue }
            outcome = outcome.map { Self.better($0, new) } ?? new
        }
        return outcome ?? .unused
    }

    /// Returns the unit to which an event belongs: the first of its units that is in an experiment, else the first.
    private mutating func owner(of event: MetricEvent, _ unit: UnitID) throws -> (UnitID, [Assignment]) {
        let assignments = try ledger.assignments(of: unit)
        guard assignments.isEmpty else { return (unit, assignments) }
        for name in event.otherUnits where !name.isEmpty {
            let other = naming.id(of: name)
            let assignments = try ledger.assignments(of: other)
            if !assignments.isEmpty { return (other, assignments) }
        }
        return (unit, [])
    }

    /// - Returns: nil if none of the metrics is counted in the experiment.
    private mutating func count(
        _ event: KeptEvent, of unit: UnitID, _ assignment: Assignment, _ metrics: [CountingRules.Metric]
    ) throws -> EventOutcome? {
        var outcome: EventOutcome?
        var changed = assignment
        var isChanged = false
        for metric in metrics where rules.counts(metric, in: assignment.experiment) {
            let soFar = outcome ?? .outsideWindow
            outcome = soFar
            if metric.misses(event) {
                outcome = Self.better(soFar, .withoutValue)
                continue
            }
            let part = metric.contribution(of: event, firstAt: assignment.firstAt)
            let age = event.at - assignment.firstAt
            // A value of 0 adds nothing, and counts.
            if age >= 0, metric.definition.covers(age) { outcome = .counted }
            if part.past != 0 { outcome = Self.better(soFar, .past) }
            guard !part.isEmpty else { continue }
            add(part, metric, to: &changed)
            isChanged = true
        }
        if isChanged { try ledger.put(changed, of: unit) }
        return assignment.isMixed ? outcome.map { _ in .ofMixedUnit } : outcome
    }

    /// The one of two outcomes in different experiments or metrics that says more.
    private static func better(_ a: EventOutcome, _ b: EventOutcome) -> EventOutcome {
        let order: [EventOutcome] = [.counted, .past, .withoutValue, .outsideWindow, .ofMixedUnit]
        return order.first { $0 == a || $0 == b } ?? a
    }

    // MARK: Sums

    private func cell(of assignment: Assignment) -> TotalsChanges.Cell {
        TotalsChanges.Cell(
            experiment: assignment.experiment, phase: rules.phase(of: assignment.experiment, at: assignment.firstAt),
            group: assignment.group, day: EventDay(milliseconds: assignment.firstAt).number)
    }

    /// Adds to what a unit did for a metric, and to the sums.
    private mutating func add(_ part: Tally, _ metric: CountingRules.Metric, to assignment: inout Assignment) {
        let old = assignment.tallies[metric.number]
        let new = old + part
        assignment.tallies[metric.number] = new
        guard !assignment.isMixed else { return }
        let experiment = assignment.experiment
        changes.replace(
            rules.unitValue(old, metric, in: experiment), with: rules.unitValue(new, metric, in: experiment),
            of: TotalsChanges.Sum(metric: metric.number, cell: cell(of: assignment)))
    }

    /// Adds all that a unit did to the sums of a cell, or takes it away.
    private mutating func sum(_ tallies: UnitTallies, _ cell: TotalsChanges.Cell, sign: Int) {
        for entry in tallies.entries {
            guard let metric = rules.metrics[entry.metric] else { continue }
            let (none, value) = (UnitValue(0), rules.unitValue(entry.tally, metric, in: cell.experiment))
            changes.replace(
                sign < 0 ? value : none, with: sign < 0 ? none : value,
                of: TotalsChanges.Sum(metric: entry.metric, cell: cell))
        }
    }
}

// Counting anew.
extension EventCounter where Ledger: RecountingLedger {
    /// Counts a metric of an experiment anew from the events that are kept. Its sums are wrong until
    /// ``recount(_:)``.
    package mutating func replay(_ metric: Int, in experiment: Int) throws {
        guard let metric = rules.metrics[metric] else { return }
        try ledger.forEachAssignment(in: experiment) { ledger, unit, assignment in
            var tally = Tally()
            for event in try ledger.events(of: unit)
            where event.name == metric.event || event.name == metric.denominatorEvent {
                tally = tally + metric.contribution(of: event, firstAt: assignment.firstAt)
            }
            guard assignment.tallies[metric.number] != tally else { return }
            var recounted = assignment
            recounted.tallies[metric.number] = tally
            try ledger.put(recounted, of: unit)
        }
    }

    /// The users and sums of an experiment from all that is known of its units: what its totals must be.
    ///
    /// - Returns: the totals, and by sum how large the numbers are that were added.
    package mutating func recount(_ experiment: Int) throws -> RecountedTotals {
        var counter = RecountedTotals()
        let rules = rules
        try ledger.forEachAssignment(in: experiment) { _, _, assignment in
            let cell = TotalsChanges.Cell(
                experiment: experiment, phase: rules.phase(of: experiment, at: assignment.firstAt),
                group: assignment.group, day: EventDay(milliseconds: assignment.firstAt).number)
            counter.totals.count(assignment.isMixed ? 0 : 1, mixed: assignment.isMixed ? 1 : 0, in: cell)
            for entry in assignment.tallies.entries {
                guard let metric = rules.metrics[entry.metric] else { continue }
                counter.add(
                    rules.unitValue(entry.tally, metric, in: experiment), isMixed: assignment.isMixed,
                    to: TotalsChanges.Sum(metric: entry.metric, cell: cell))
            }
        }
        return counter
    }
}

import Foundation

/// Counts events one by one, in any order, and returns the outcome of each.
///
/// It works in the same way in memory and in a database, because its state is behind the protocol `EventLedger`. It
/// never reads the totals. The caller adds ``changes`` to them after all events of a batch have been counted.
package struct EventCounter<Ledger: EventLedger> {
    /// The time by which another clock may be ahead, in milliseconds, before it counts as wrong: an hour.
    private static var tolerance: Int64 { 3_600_000 }
    /// The largest value whose sums of squares are still finite numbers.
    private static var largestValue: Double { 1e120 }

    package var ledger: Ledger
    /// The changes of the totals by the events counted so far.
    package internal(set) var changes = TotalsChanges()
    /// Possible problems with the events counted so far.
    package private(set) var doubts = EventDoubts()
    let rules: CountingRules
    private let naming: UnitNaming
    private let source: Int
    /// The marks of names. Every event needs one.
    private var marks: [String: UInt64] = [:]
    private let now: Int64
    private var random: any RandomNumberGenerator

    /// Creates a counter.
    ///
    /// - Parameters:
    ///   - limits: the limits from percentile caps.
    ///   - naming: assigns numbers to units.
    ///   - source: the number of the import that the events come from; 0 for none.
    ///   - random: creates IDs for events without one.
    package init(
        _ definitions: EventDefinitions, limits: [CapPlace: Double] = [:], ledger: Ledger, naming: UnitNaming,
        source: Int = 0, now: Date, random: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) throws {
        var ledger = ledger
        rules = try CountingRules(definitions, limits: limits) { try ledger.number(of: $0) }
        (self.ledger, self.naming, self.source, self.now) = (ledger, naming, source, now.eventMilliseconds)
        self.random = random
    }

    /// Counts an event.
    ///
    /// - Parameter unit: the number of its unit.
    /// - Throws: the error of the ledger. The whole batch must then be discarded.
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
        let exposure = KeptExposure(at: at, group: group, source: source)
        guard let known = try ledger.assignment(of: unit, in: experiment) else {
            var assignment = Assignment(experiment: experiment, exposure)
            try rules.place(&assignment, &ledger)
            for event in try rules.tally(&assignment, of: unit, &ledger) {
                if EventDoubts.isJustBefore(event.at, at) { doubts.justBefore += 1 }
            }
            changes.count(assignment, rules)
            changes.note(experiment, at: at)
            try ledger.put(assignment, of: unit)
            return outcome(ofFirst: exposure, declared)
        }
        return try add(exposure, to: known, of: unit, declared)
    }

    /// The outcome of the first exposure of a unit, or of the first one that counts.
    private func outcome(ofFirst exposure: KeptExposure, _ experiment: CountingRules.Experiment?)
        -> EventOutcome
    {
        guard let experiment else { return .undeclared }
        if let start = experiment.definition.start?.eventMilliseconds, exposure.at < start {
            return .beforeStart
        }
        let group = experiment.aliases[exposure.group] ?? exposure.group
        return experiment.groups.isEmpty || experiment.groups.contains(group) ? .exposed : .unknownGroup
    }

    /// Adds another exposure of a unit, which may be earlier than the known ones, or to another group.
    private mutating func add(
        _ exposure: KeptExposure, to old: Assignment, of unit: UnitID, _ declared: CountingRules.Experiment?
    ) throws -> EventOutcome {
        var new = old
        guard new.add(exposure, start: rules.start(of: old.experiment)) else { return .repeated }
        try rules.place(&new, &ledger)
        let isMoved = new.places != old.places
        // A unit that meets a later split no longer counts for the earlier one.
        let mayEnd = rules.experiments[old.experiment]?.definition.hasLaterPhases ?? false
        if isMoved || mayEnd || rules.cells(of: new) != rules.cells(of: old) {
            changes.count(old, rules, sign: -1)
            if mayEnd || new.stays.map(\.firstAt) != old.stays.map(\.firstAt) {
                try rules.tally(&new, of: unit, &ledger)
            }
            changes.count(new, rules)
            changes.note(new.experiment, at: exposure.at)
        }
        try ledger.put(new, of: unit)
        guard isMoved else { return .repeated }
        if new.stays.count(where: \.isMixed) > old.stays.count(where: \.isMixed) { return .mixed }
        if new.stays.count > old.stays.count, new.firstAt == old.firstAt { return .repeated }
        // A unit that was only known from before the start is now new to the experiment.
        return new.firstAt < old.firstAt ? .earlier : outcome(ofFirst: exposure, declared)
    }

    // MARK: Events of metrics

    private mutating func count(_ event: MetricEvent, _ named: UnitID) throws -> EventOutcome {
        guard !event.name.isEmpty, !event.unit.isEmpty else { return .invalid }
        if let value = event.value, !(abs(value) <= Self.largestValue) { return .invalid }
        let at = event.at.eventMilliseconds
        guard at <= now + Self.tolerance else { return .future }
        let (unit, assignments) = try owner(of: event, named)
        // Events with different names may come from different tables, each of which counts its rows from 1.
        let id = event.id.map { $0 ^ mark(of: event.name) } ?? random.next()
        let came = KeptEvent(
            id: Int64(bitPattern: id), name: try ledger.number(of: event.name), at: at, value: event.value)
        let formerID = event.id.map { Int64(bitPattern: $0) }
        guard let kept = try ledger.keep(came, formerID: formerID, source: source, of: unit) else {
            return .duplicate
        }
        guard let metrics = rules.metricsByEvent[kept.name] else { return .unused }
        if metrics.contains(where: { $0.misses(kept) }) { doubts.withoutValue += 1 }
        if assignments.contains(where: { EventDoubts.isJustBefore(at, $0.firstAt) }) {
            doubts.justBefore += 1
        }
        guard !assignments.isEmpty else { return .unmatched }
        var outcome: EventOutcome?
        for assignment in assignments {
            guard let new = try count(kept, of: unit, assignment: assignment, metrics: metrics) else {
                continue
            }
            outcome = outcome.map { Self.better($0, new) } ?? new
        }
        return outcome ?? .unused
    }

    /// Returns a number for an event's name, which tells events with the same ID apart.
    private mutating func mark(of name: String) -> UInt64 {
        if let mark = marks[name] { return mark }
        let mark = EventID.of("event", name)
        marks[name] = mark
        return mark
    }

    /// Returns the unit that an event belongs to: the first of its units that is in an experiment; otherwise the first.
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
        _ event: KeptEvent, of unit: UnitID, assignment: Assignment, metrics: [CountingRules.Metric]
    ) throws -> EventOutcome? {
        var outcome: EventOutcome?
        var changed = assignment
        var isChanged = false
        let earlier =
            event.isEarlier
            ? try ledger.earlierTallies(of: unit, in: assignment.experiment) : UnitTallies()
        for metric in metrics where rules.counts(metric, in: assignment.experiment) {
            guard !rules.isInEarlierTally(event, metric: metric, earlier: earlier) else {
                outcome = outcome ?? .duplicate
                continue
            }
            let soFar = outcome.map { Self.better($0, .outsideWindow) } ?? .outsideWindow
            outcome = soFar
            if metric.misses(event) {
                outcome = Self.better(soFar, .withoutValue)
                continue
            }
            let parts = rules.contributions(of: event, metric, to: assignment)
            // A value of 0 adds nothing, but counts.
            if rules.covers(event, metric, in: assignment) { outcome = .counted }
            if parts.contains(where: { $0.part.past != 0 }) { outcome = Self.better(soFar, .past) }
            for (index, part) in parts { add(part, metric, to: &changed, stay: index) }
            guard !parts.isEmpty else { continue }
            isChanged = true
            changes.note(changed.experiment, at: event.at)
        }
        if isChanged { try ledger.put(changed, of: unit) }
        return assignment.isMixed ? outcome.map { _ in .ofMixedUnit } : outcome
    }

    /// Returns the more informative of two outcomes for different experiments or metrics.
    private static func better(_ a: EventOutcome, _ b: EventOutcome) -> EventOutcome {
        let order: [EventOutcome] = [
            .counted, .past, .withoutValue, .outsideWindow, .ofMixedUnit, .duplicate,
        ]
        return order.first { $0 == a || $0 == b } ?? a
    }

    /// Adds to the tally of a unit's stay for a metric, and to the sums.
    private mutating func add(
        _ part: Tally, _ metric: CountingRules.Metric, to assignment: inout Assignment, stay index: Int
    ) {
        let old = assignment.stays[index].tallies[metric.number]
        let new = old + part
        assignment.stays[index].tallies[metric.number] = new
        let stay = assignment.stays[index]
        guard !stay.isMixed else { return }
        let experiment = assignment.experiment
        changes.replace(
            rules.unitValue(old, metric, in: experiment), with: rules.unitValue(new, metric, in: experiment),
            of: TotalsChanges.Sum(metric: metric.number, cell: rules.cell(of: stay, assignment)))
    }
}

import ExperimentEvents
import ExperimentStatistics
import ExperimentsLocks
import ExperimentsSupport
import Foundation

/// Stores events in dictionaries: a store for tests of counting, and the one that a database is compared with.
package final class MemoryEventStore: EventStore {
    private struct State {
        var ledger = MemoryLedger()
        var definitions: EventDefinitions
        var totals: [Int: ExperimentTotals] = [:]
        var counts = EventCounts()
        var looks: [String: [StoredLook]] = [:]
    }

    private let state: Mutex<State>
    private let observers = Observers<Void>()
    private let naming: UnitNaming
    private let now: @Sendable () -> Date

    /// Creates an empty store.
    package init(
        _ definitions: EventDefinitions, naming: UnitNaming = UnitNaming(key: Array(repeating: 0, count: 16)),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.naming, self.now) = (naming, now)
        state = Mutex(State(definitions: definitions))
    }

    @discardableResult
    package func store(_ events: [TrackedEvent]) throws -> EventCounts {
        let counts = try state.withLock { state in
            var counter = try EventCounter(
                state.definitions, ledger: state.ledger, naming: naming, now: now())
            // Only the counter has the ledger in the meantime, so that adding to it copies nothing.
            state.ledger = MemoryLedger()
            defer { state.ledger = counter.ledger }
            var counts = EventCounts()
            for event in events { counts.add(try counter.count(event, of: naming.id(of: event.unit))) }
            counts.doubts = counter.doubts
            Self.apply(counter.changes, counter.ledger, to: &state.totals)
            state.counts += counts
            return counts
        }
        observers.notify(())
        return counts
    }

    package func adopt(_ definitions: EventDefinitions) throws {
        try state.withLock { state in
            let known = state.totals.values.map(\.experiment)
            let (merged, changes) = state.definitions.taking(definitions, known: known)
            try Self.take(merged, changes: changes, state: &state, naming: naming, now: now())
        }
        observers.notify(())
    }

    /// Counts with these definitions from now on. If they change, existing events are counted again.
    private static func take(
        _ definitions: EventDefinitions, changes: DefinitionChanges, state: inout State, naming: UnitNaming,
        now: Date
    ) throws {
        state.definitions = definitions
        guard !changes.isEmpty else { return }
        var counter = try EventCounter(definitions, ledger: state.ledger, naming: naming, now: now)
        let recounted = Set(changes.recounted.map { counter.ledger.number(of: $0) })
        let all = recounted.union(changes.summed.map { counter.ledger.number(of: $0) })
        let totals = try counter.recount(all, again: recounted)
        for number in all {
            state.totals[number] = ExperimentTotals(experiment: counter.ledger.name(of: number) ?? "")
        }
        apply(totals, counter.ledger, to: &state.totals)
        state.ledger = counter.ledger
    }

    package func keep(_ looks: [String: [StoredLook]], since state: ImportState = ImportState()) {
        self.state.withLock { $0.looks.merge(looks, uniquingKeysWith: +) }
    }

    package func importState() -> ImportState { ImportState() }

    package func keep(_ splits: [String: SourceSplit]) throws {
        let areNew = try state.withLock { state in
            let known = state.totals.values.map(\.experiment)
            guard let (changed, changes) = state.definitions.adding(splits, known: known) else {
                return false
            }
            try Self.take(changed, changes: changes, state: &state, naming: naming, now: now())
            return true
        }
        // A reader keeps the splits that it knows with each reading, and reads again after each change.
        if areNew { observers.notify(()) }
    }

    package func splits(of experiment: String) -> [SourceSplit] {
        state.withLock { $0.definitions.splits(of: experiment) }
    }

    package func totals() -> [ExperimentTotals] {
        state.withLock { $0.totals.values.sorted { $0.experiment < $1.experiment } }
    }

    package func totals(of experiment: String) -> ExperimentTotals? {
        state.withLock { $0.totals.values.first { $0.experiment == experiment } }
    }

    package func looks(at experiment: String) -> [StoredLook] {
        state.withLock { $0.looks[experiment] ?? [] }
    }

    package func summary() -> EventSummary {
        state.withLock { state in
            let declared = Set(state.definitions.experiments.map(\.name))
            let experiments = state.totals.values.map { totals in
                EventSummary.Experiment(
                    name: totals.experiment, isDeclared: declared.contains(totals.experiment),
                    users: totals.users(),
                    mixed: totals.mixed)
            }
            return EventSummary(
                counts: state.counts, experiments: experiments.sorted { $0.name < $1.name },
                kept: state.ledger.eventCounts)
        }
    }

    package func uncountedEvents(of experiment: String) -> UncountedEvents {
        state.withLock { $0.ledger.uncountedEvents(of: experiment, $0.definitions) }
    }

    package func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationHandle {
        observers.add { handler() }
    }

    private static func apply(
        _ changes: TotalsChanges, _ ledger: MemoryLedger, to totals: inout [Int: ExperimentTotals]
    ) {
        func cell(_ cell: TotalsChanges.Cell) -> ExperimentTotals.Cell {
            .init(phase: cell.phase, group: ledger.name(of: cell.group) ?? "", day: EventDay(cell.day))
        }
        func change(_ experiment: Int, _ body: (inout ExperimentTotals) -> Void) {
            body(
                &totals[experiment, default: ExperimentTotals(experiment: ledger.name(of: experiment) ?? "")])
        }
        for (place, users) in changes.users {
            change(place.experiment) { totals in
                let known = totals.users[cell(place)] ?? .init()
                let sum = ExperimentTotals.Users(
                    known.count + users.count, mixed: known.mixed + users.mixed,
                    returning: known.returning + users.returning)
                totals.users[cell(place)] = sum.count == 0 && sum.mixed == 0 ? nil : sum
            }
        }
        for (place, sums) in changes.sums {
            change(place.cell.experiment) { totals in
                let sum =
                    (totals.values[ledger.name(of: place.metric) ?? ""]?[cell(place.cell)] ?? GroupTotals())
                    + sums
                totals.values[ledger.name(of: place.metric) ?? "", default: [:]][cell(place.cell)] =
                    sum == GroupTotals() ? nil : sum
            }
        }
        for experiment in Set(changes.users.keys.map(\.experiment)) {
            let time = ledger.firstExposure(of: experiment)
            change(experiment) { $0.firstExposure = time.map { Date(eventMilliseconds: $0) } }
        }
    }
}

/// A ledger in memory.
package struct MemoryLedger: RecountingLedger {
    private struct Unit {
        var events: [KeptEvent] = []
        var assignments: [Assignment] = []
    }

    /// The names by their numbers. The first one stands for none.
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

    /// Returns why the events of an experiment's metrics are not counted.
    func uncountedEvents(of experiment: String, _ definitions: EventDefinitions) -> UncountedEvents {
        var uncounted = UncountedEvents(names: definitions.events(of: experiment))
        let (number, counted) = (numbers[experiment], Set(uncounted.names.compactMap { numbers[$0] }))
        let declared = definitions.experimentsByName[experiment]
        let needValues = definitions.eventsThatNeedValues(of: experiment)
        for unit in units.values {
            let assignment = unit.assignments.first { $0.experiment == number }
            for event in unit.events where counted.contains(event.name) {
                guard let assignment, declared?.phase(at: assignment.firstAt) ?? 0 >= 0 else {
                    uncounted.ofOthers += 1
                    continue
                }
                if assignment.isMixed {
                    uncounted.ofMixed += 1
                } else if event.at < assignment.firstAt {
                    uncounted.before += 1
                } else if event.value == nil, needValues.contains(names[event.name]) {
                    uncounted.withoutValue += 1
                } else if definitions.metrics.contains(where: {
                    [$0.event, $0.denominatorEvent].contains(names[event.name])
                        && declared?.counts($0.name) ?? true && $0.covers(event.at - assignment.firstAt)
                }) {
                    uncounted.counted += 1
                } else {
                    uncounted.outsideWindow += 1
                }
            }
        }
        return uncounted
    }

    /// Returns the time of the first exposure.
    func firstExposure(of experiment: Int) -> Int64? { firstTimes[experiment] }

    package mutating func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }

    package mutating func keep(_ event: KeptEvent, formerID: Int64?, source: Int, of unit: UnitID)
        -> KeptEvent?
    {
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

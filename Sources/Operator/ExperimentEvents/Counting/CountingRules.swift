import ExperimentStatistics

/// The definitions in the form needed for counting: with numbers instead of names, and indexed by event.
struct CountingRules: Sendable {
    /// A metric.
    struct Metric: Sendable {
        let number: Int
        let definition: MetricDefinition
        let event: Int
        let denominatorEvent: Int?
    }

    /// A declared experiment.
    struct Experiment: Sendable {
        let number: Int
        let definition: ExperimentDefinition
        /// The numbers of its groups; empty if it declares none.
        let groups: Set<Int>
        /// The numbers of groups by those of their other names.
        let aliases: [Int: Int]
        /// The metrics that it is judged by; nil for all.
        let metrics: Set<Int>?
    }

    let metrics: [Int: Metric]
    /// The metrics for each event, by its number.
    let metricsByEvent: [Int: [Metric]]
    let experiments: [Int: Experiment]
    /// The numbers of declared experiments by each of their names, keys and flags.
    private let experimentsByWord: [String: Int]
    /// Percentile caps as numbers, by experiment and metric.
    let limits: [CapPlace: Double]
    /// The metrics that count in the same way as when events were replaced by sums.
    private let metricsOfEarlierTallies: Set<Int>

    /// Assigns numbers to the names in the definitions.
    init(_ definitions: EventDefinitions, limits: [CapPlace: Double], number: (String) throws -> Int) rethrows
    {
        self.limits = limits
        var metrics: [Int: Metric] = [:]
        var byEvent: [Int: [Metric]] = [:]
        for definition in definitions.metrics {
            let metric = try Metric(
                number: number(definition.name), definition: definition, event: number(definition.event),
                denominatorEvent: definition.denominatorEvent.map(number))
            metrics[metric.number] = metric
            for event in Set([metric.event, metric.denominatorEvent].compactMap(\.self)) {
                byEvent[event, default: []].append(metric)
            }
        }
        (self.metrics, metricsByEvent) = (metrics, byEvent)
        metricsOfEarlierTallies = Set(
            try definitions.earlierMetrics.compactMap { earlier in
                let current = try metrics[number(earlier.name)]
                return current.flatMap { $0.definition.countsLike(earlier) ? $0.number : nil }
            })
        var experiments: [Int: Experiment] = [:]
        var words: [String: Int] = [:]
        for definition in definitions.experiments {
            let experiment = try Experiment(
                number: number(definition.name), definition: definition,
                groups: Set(definition.groups.map(number)),
                aliases: Dictionary(
                    definition.aliases.map { (try number($0.key), try number($0.value)) },
                    uniquingKeysWith: { first, _ in first }),
                metrics: definition.metrics.map { Set(try $0.map(number)) })
            experiments[experiment.number] = experiment
        }
        // A name takes precedence over a key or a flag with the same text.
        for definition in definitions.experiments.reversed() {
            for word in [definition.flag, definition.key].compactMap(\.self) {
                words[word] = try number(definition.name)
            }
        }
        for definition in definitions.experiments { words[definition.name] = try number(definition.name) }
        (self.experiments, experimentsByWord) = (experiments, words)
    }

    /// Returns the declared experiment of an exposure; nil for none.
    func experiment(of exposure: ExposureEvent) -> Experiment? {
        let number = experimentsByWord[exposure.experiment] ?? exposure.key.flatMap { experimentsByWord[$0] }
        return number.flatMap { experiments[$0] }
    }

    /// Returns the index of the active phase. An experiment that is not declared has a single phase.
    func phase(of experiment: Int, at milliseconds: Int64) -> Int {
        experiments[experiment]?.definition.phase(at: milliseconds) ?? 0
    }

    /// Returns the start of an experiment, in milliseconds since 1970; nil if none is declared.
    func start(of experiment: Int) -> Int64? { experiments[experiment]?.definition.start?.eventMilliseconds }

    /// Returns the group that counts for a group in an exposure, which may have another name.
    private func group(_ number: Int, in experiment: Int) -> Int {
        experiments[experiment]?.aliases[number] ?? number
    }

    /// Returns the place of a unit's stay in the totals: the day of its first exposure in the phase or, if it was in
    /// several groups, of its first exposure to another group, so that the totals show since when it has been mixed.
    func cell(of stay: Stay, _ assignment: Assignment) -> TotalsChanges.Cell {
        let experiment = assignment.experiment
        let phase = phase(of: experiment, at: stay.firstAt)
        var at = stay.firstAt
        if stay.isMixed {
            let other = assignment.deciding(since: start(of: experiment)).first {
                $0.at >= stay.firstAt && group($0.group, in: experiment) != stay.group
                    && (phase < 0 || self.phase(of: experiment, at: $0.at) == phase)
            }
            at = other?.at ?? at
        }
        return TotalsChanges.Cell(
            experiment: experiment, phase: phase, group: stay.group, day: EventDay(milliseconds: at).number)
    }

    /// Returns the cells of all stays of a unit.
    func cells(of assignment: Assignment) -> [TotalsChanges.Cell] {
        assignment.stays.map { cell(of: $0, assignment) }
    }

    /// Returns whether a metric is one of an experiment's. An experiment that is not declared has all metrics.
    func counts(_ metric: Metric, in experiment: Int) -> Bool {
        guard let metrics = experiments[experiment]?.metrics else { return true }
        return metrics.contains(metric.number)
    }

    /// Returns the value of a unit for a metric, from the unit's tally.
    func unitValue(_ tally: Tally, _ metric: Metric, in experiment: Int) -> UnitValue {
        let cap =
            metric.definition.cap
            ?? (metric.definition.capPercentile == nil
                ? nil : limits[CapPlace(experiment: experiment, metric: metric.number)])
        return tally.unitValue(metric.definition.kind, cap: cap)
    }

    /// Returns whether an event is already in the sum of a unit's earlier events.
    func isInEarlierTally(_ event: KeptEvent, metric: Metric, earlier: UnitTallies) -> Bool {
        event.isEarlier && metricsOfEarlierTallies.contains(metric.number) && !earlier[metric.number].isEmpty
    }

    /// Decides a unit's groups and the times of its first exposures, phase by phase. Its actions are kept.
    ///
    /// A unit that meets a new split counts in the group of its first exposure there. Exposures between two phases,
    /// while apps learn of the new split, count in none.
    func place(_ assignment: inout Assignment, _ ledger: inout some EventLedger) throws {
        let experiment = assignment.experiment
        let exposures = assignment.deciding(since: start(of: experiment))
        guard let first = exposures.first else { return }
        let old = assignment.stays
        var stays: [Stay] = []
        var last: Int?
        for exposure in exposures {
            let phase = phase(of: experiment, at: exposure.at)
            guard phase >= 0 else { continue }
            let group = group(exposure.group, in: experiment)
            if last != phase {
                stays.append(Stay(group: group, firstAt: exposure.at, isMixed: false))
                last = phase
            } else if group != stays[stays.count - 1].group {
                stays[stays.count - 1].isMixed = true
            }
        }
        if stays.isEmpty { stays = [placeOfUncounted(first, exposures, experiment)] }
        for index in stays.indices {
            if stays[index].isMixed { try settleTie(&stays[index], exposures, experiment, &ledger) }
            stays[index].tallies = old.first { $0.firstAt == stays[index].firstAt }?.tallies ?? UnitTallies()
        }
        assignment.stays = stays
    }

    /// Returns the place of a unit none of whose exposures counts, because they came before the start, after the end or
    /// between two phases.
    private func placeOfUncounted(
        _ first: KeptExposure, _ exposures: ArraySlice<KeptExposure>, _ experiment: Int
    ) -> Stay {
        let group = group(first.group, in: experiment)
        let isMixed = exposures.contains { self.group($0.group, in: experiment) != group }
        return Stay(group: group, firstAt: first.at, isMixed: isMixed)
    }

    /// If two exposures have the same time, the name of the group decides, regardless of the order of arrival.
    private func settleTie(
        _ stay: inout Stay, _ exposures: ArraySlice<KeptExposure>, _ experiment: Int,
        _ ledger: inout some EventLedger
    ) throws {
        let firstAt = stay.firstAt
        let rivals = Set(exposures.filter { $0.at == firstAt }.map { group($0.group, in: experiment) })
        guard rivals.count > 1 else { return }
        let names = try rivals.compactMap { number in try ledger.name(of: number).map { ($0, number) } }
        stay.group = names.min { $0.0 < $1.0 }?.1 ?? stay.group
    }

    /// Returns the index of the stay that an event at a time belongs to: the latest one that began by then, unless the
    /// unit has met a later split since; nil for none.
    func stay(at time: Int64, in assignment: Assignment) -> Int? {
        let stays = assignment.stays
        guard let index = stays.lastIndex(where: { Self.age(of: time, since: $0.firstAt) >= 0 }) else {
            return nil
        }
        guard let definition = experiments[assignment.experiment]?.definition, definition.hasLaterPhases
        else {
            return index
        }
        let split = definition.split(at: stays[index].firstAt)
        let ended = assignment.exposures.contains {
            $0.at > stays[index].firstAt && $0.at <= time && definition.split(at: $0.at) > split
        }
        return ended ? nil : index
    }

    /// Returns the time, in milliseconds, from a unit's first exposure to an event; negative if the event came before.
    ///
    /// Many systems write times in whole seconds. An event of the same second is then not before the exposure.
    static func age(of event: Int64, since exposure: Int64) -> Int64 {
        let (age, overflow) = event.subtractingReportingOverflow(exposure)
        guard !overflow else { return event < exposure ? .min : .max }
        return age < 0 && age > -1000 && event.isMultiple(of: 1000) ? 0 : age
    }

    /// Returns the contributions of an event to the stays of a unit, by their indices: to one if it came after an
    /// exposure, and to all if it came before the first one.
    func contributions(
        of event: KeptEvent, _ metric: Metric, to assignment: Assignment
    ) -> [(stay: Int, part: Tally)] {
        let origin = origin(of: assignment)
        if Self.age(of: event.at, since: origin) < 0 {
            let part = metric.past(of: event, before: origin)
            return part.isEmpty ? [] : assignment.stays.indices.map { ($0, part) }
        }
        guard let index = stay(at: event.at, in: assignment) else { return [] }
        let part = metric.contribution(of: event, firstAt: assignment.stays[index].firstAt)
        return part.isEmpty ? [] : [(index, part)]
    }

    /// Returns the time of the unit's first exposure to the experiment, also if it does not count itself.
    private func origin(of assignment: Assignment) -> Int64 {
        assignment.deciding(since: start(of: assignment.experiment)).first?.at ?? assignment.firstAt
    }

    /// Returns whether an event counts for a metric, also if its value is 0.
    func covers(_ event: KeptEvent, _ metric: Metric, in assignment: Assignment) -> Bool {
        guard let index = stay(at: event.at, in: assignment) else { return false }
        return metric.definition.covers(Self.age(of: event.at, since: assignment.stays[index].firstAt))
    }

    /// Adds up the actions of a unit since its first exposures.
    ///
    /// - Returns: the unit's events that the metrics of the experiment use.
    @discardableResult
    func tally(
        _ assignment: inout Assignment, of unit: UnitID, _ ledger: inout some EventLedger
    ) throws -> [KeptEvent] {
        let earlier = try ledger.earlierTallies(of: unit, in: assignment.experiment)
        for index in assignment.stays.indices { assignment.stays[index].tallies = UnitTallies() }
        for entry in earlier.entries where metricsOfEarlierTallies.contains(entry.metric) {
            guard let metric = metrics[entry.metric], counts(metric, in: assignment.experiment) else {
                continue
            }
            assignment.stays[0].tallies[entry.metric] = entry.tally
        }
        var looked: [KeptEvent] = []
        for event in try ledger.events(of: unit) {
            let metrics = (metricsByEvent[event.name] ?? []).filter { counts($0, in: assignment.experiment) }
            if !metrics.isEmpty { looked.append(event) }
            for metric in metrics where !isInEarlierTally(event, metric: metric, earlier: earlier) {
                for (index, part) in contributions(of: event, metric, to: assignment) {
                    let sum = assignment.stays[index].tallies[metric.number] + part
                    assignment.stays[index].tallies[metric.number] = sum
                }
            }
        }
        return looked
    }
}

/// A metric of an experiment, both as numbers.
package struct CapPlace: Sendable, Hashable {
    package var experiment: Int
    package var metric: Int

    package init(experiment: Int, metric: Int) {
        (self.experiment, self.metric) = (experiment, metric)
    }
}

extension CountingRules.Metric {
    /// The time before a unit's first exposure in which its actions are used, in milliseconds: two weeks.
    static let lookBack: Int64 = 14 * 86_400_000

    /// Returns the contribution of an event after the first exposure of a unit.
    func contribution(of event: KeptEvent, firstAt: Int64) -> Tally {
        definition.covers(CountingRules.age(of: event.at, since: firstAt)) ? amount(of: event) : Tally()
    }

    /// Returns the contribution of an event from before the first exposure of a unit.
    func past(of event: KeptEvent, before firstAt: Int64) -> Tally {
        // For ratios, the past has no predictive value that the statistics use.
        guard CountingRules.age(of: event.at, since: firstAt) >= -Self.lookBack,
            definition.kind.estimator != .ratio
        else { return Tally() }
        return Tally(past: amount(of: event).value)
    }

    /// Returns whether it needs a value that an event does not have.
    func misses(_ event: KeptEvent) -> Bool {
        event.value == nil && (definition.kind == .sum || definition.kind == .mean)
    }

    private func amount(of kept: KeptEvent) -> Tally {
        switch definition.kind {
        case .proportion, .count: return Tally(1)
        case .sum: return Tally(kept.value ?? 0)
        case .mean:
            let value = kept.value.map { value in definition.cap.map { value.limited(to: $0) } ?? value }
            return value.map { Tally($0, denominator: 1) } ?? Tally()
        case .ratio:
            let amount = definition.countsEvents ?? false ? 1 : kept.value ?? 1
            return Tally(
                kept.name == event ? amount : 0, denominator: kept.name == denominatorEvent ? amount : 0)
        }
    }
}

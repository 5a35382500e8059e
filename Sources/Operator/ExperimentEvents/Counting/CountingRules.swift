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
    init(_ definitions: EventDefinitions, limits: [CapPlace: Double], number: (String) throws -> Int) rethrows {
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
                number: number(definition.name), definition: definition, groups: Set(definition.groups.map(number)),
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

    /// Returns the place of a unit in the totals: the day of its first exposure or, if it was in several groups, of its
    /// first exposure to another group, so that the totals show since when it has been mixed.
    func cell(of assignment: Assignment) -> TotalsChanges.Cell {
        var at = assignment.firstAt
        if assignment.isMixed {
            let exposures = assignment.deciding(since: start(of: assignment.experiment))
            at = exposures.first { $0.group != assignment.group }?.at ?? at
        }
        return TotalsChanges.Cell(
            experiment: assignment.experiment, phase: phase(of: assignment.experiment, at: assignment.firstAt),
            group: assignment.group, day: EventDay(milliseconds: at).number)
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

    /// Decides a unit's group and the time of its first exposure.
    func place(_ assignment: inout Assignment, _ ledger: inout some EventLedger) throws {
        let exposures = assignment.deciding(since: start(of: assignment.experiment))
        guard let first = exposures.first else { return }
        var group = first.group
        let rivals = Set(exposures.prefix { $0.at == first.at }.map(\.group))
        // If two exposures have the same time, the name of the group decides, regardless of the order of arrival.
        if rivals.count > 1 {
            let names = try rivals.compactMap { number in try ledger.name(of: number).map { ($0, number) } }
            group = names.min { $0.0 < $1.0 }?.1 ?? group
        }
        (assignment.group, assignment.firstAt) = (group, first.at)
        assignment.isMixed = exposures.contains { $0.group != group }
    }

    /// Adds up the actions of a unit since its first exposure.
    ///
    /// - Returns: the unit's events that the metrics of the experiment use.
    @discardableResult
    func tally(
        _ assignment: inout Assignment, of unit: UnitID, _ ledger: inout some EventLedger
    ) throws -> [KeptEvent] {
        let earlier = try ledger.earlierTallies(of: unit, in: assignment.experiment)
        var tallies = UnitTallies()
        for entry in earlier.entries where metricsOfEarlierTallies.contains(entry.metric) {
            guard let metric = metrics[entry.metric], counts(metric, in: assignment.experiment) else { continue }
            tallies[entry.metric] = entry.tally
        }
        var looked: [KeptEvent] = []
        for event in try ledger.events(of: unit) {
            let metrics = (metricsByEvent[event.name] ?? []).filter { counts($0, in: assignment.experiment) }
            if !metrics.isEmpty { looked.append(event) }
            for metric in metrics where !isInEarlierTally(event, metric: metric, earlier: earlier) {
                let part = metric.contribution(of: event, firstAt: assignment.firstAt)
                if !part.isEmpty { tallies[metric.number] = tallies[metric.number] + part }
            }
        }
        assignment.tallies = tallies
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

    /// Returns the contribution of one event for a unit that was first exposed at a time.
    func contribution(of event: KeptEvent, firstAt: Int64) -> Tally {
        let (age, overflow) = event.at.subtractingReportingOverflow(firstAt)
        guard !overflow else { return Tally() }
        if age >= 0 { return definition.covers(age) ? amount(of: event) : Tally() }
        // For ratios, the past has no predictive value that the statistics use.
        guard age >= -Self.lookBack, definition.kind.estimator != .ratio else { return Tally() }
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
            let value = kept.value.map { value in definition.cap.map { min(value, $0) } ?? value }
            return value.map { Tally($0, denominator: 1) } ?? Tally()
        case .ratio:
            let amount = definition.countsEvents ?? false ? 1 : kept.value ?? 1
            return Tally(kept.name == event ? amount : 0, denominator: kept.name == denominatorEvent ? amount : 0)
        }
    }
}

import ExperimentStatistics

/// The definitions as counting needs them: with numbers for names, and found by event.
struct CountingRules: Sendable {
    /// A metric.
    struct Metric: Sendable {
        let number: Int
        let definition: MetricDefinition
        let event: Int
        let denominatorEvent: Int?
    }

    /// An experiment that was declared.
    struct Experiment: Sendable {
        let number: Int
        let definition: ExperimentDefinition
        /// The numbers of its groups; empty if it declares none.
        let groups: Set<Int>
        /// The metrics that it is judged by; nil for all.
        let metrics: Set<Int>?
    }

    let metrics: [Int: Metric]
    /// The metrics that count an event, by its number.
    let metricsByEvent: [Int: [Metric]]
    let experiments: [Int: Experiment]
    /// The numbers of declared experiments by all that they are called.
    private let experimentsByWord: [String: Int]
    /// Percentile caps as numbers, by experiment and metric.
    let limits: [CapPlace: Double]

    /// Numbers what the definitions name.
    init(
        _ definitions: EventDefinitions, limits: [CapPlace: Double], number: (String) throws -> Int
    ) rethrows {
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
        var experiments: [Int: Experiment] = [:]
        var words: [String: Int] = [:]
        for definition in definitions.experiments {
            let experiment = try Experiment(
                number: number(definition.name), definition: definition, groups: Set(definition.groups.map(number)),
                metrics: definition.metrics.map { Set(try $0.map(number)) })
            experiments[experiment.number] = experiment
        }
        // A name goes before a key or a flag of the same text.
        for definition in definitions.experiments.reversed() {
            for word in [definition.flag, definition.key].compactMap(\.self) {
                words[word] = try number(definition.name)
            }
        }
        for definition in definitions.experiments { words[definition.name] = try number(definition.name) }
        (self.experiments, experimentsByWord) = (experiments, words)
    }

    /// The declared experiment that an exposure is of; nil for none.
    func experiment(of exposure: ExposureEvent) -> Experiment? {
        let number = experimentsByWord[exposure.experiment] ?? exposure.key.flatMap { experimentsByWord[$0] }
        return number.flatMap { experiments[$0] }
    }

    /// The place of the phase in force; experiments that are not declared have one.
    func phase(of experiment: Int, at milliseconds: Int64) -> Int {
        experiments[experiment]?.definition.phase(at: milliseconds) ?? 0
    }

    /// Whether an experiment is judged by a metric. One that is not declared may be by any.
    func counts(_ metric: Metric, in experiment: Int) -> Bool {
        guard let metrics = experiments[experiment]?.metrics else { return true }
        return metrics.contains(metric.number)
    }

    /// The value that a metric makes of what a unit did.
    func unitValue(_ tally: Tally, _ metric: Metric, in experiment: Int) -> UnitValue {
        let cap =
            metric.definition.cap
            ?? (metric.definition.capPercentile == nil
                ? nil : limits[CapPlace(experiment: experiment, metric: metric.number)])
        return tally.unitValue(metric.definition.kind, cap: cap)
    }
}

/// A metric of an experiment, both by their numbers.
package struct CapPlace: Sendable, Hashable {
    package var experiment: Int
    package var metric: Int

    package init(experiment: Int, metric: Int) {
        (self.experiment, self.metric) = (experiment, metric)
    }
}

extension CountingRules.Metric {
    /// The time before a unit's first exposure from which its actions are used, in milliseconds: two weeks.
    static let lookBack: Int64 = 14 * 86_400_000

    /// Returns the contribution of one event for a unit that was first exposed at a time.
    func contribution(of event: KeptEvent, firstAt: Int64) -> Tally {
        let (age, overflow) = event.at.subtractingReportingOverflow(firstAt)
        guard !overflow else { return Tally() }
        if age >= 0 {
            return definition.covers(age) ? amount(of: event) : Tally()
        }
        // Of ratios, the past foretells nothing that the statistics use.
        guard age >= -Self.lookBack, definition.kind.estimator != .ratio else { return Tally() }
        return Tally(past: amount(of: event).value)
    }

    /// Whether it needs a value that an event does not have.
    func misses(_ event: KeptEvent) -> Bool {
        event.value == nil && (definition.kind == .sum || definition.kind == .mean)
    }

    private func amount(of kept: KeptEvent) -> Tally {
        switch definition.kind {
        case .proportion, .count: return Tally(1)
        case .sum: return Tally(kept.value ?? 0)
        case .mean: return kept.value.map { Tally($0, denominator: 1) } ?? Tally()
        case .ratio:
            let amount = kept.value ?? 1
            return Tally(
                kept.name == event ? amount : 0, denominator: kept.name == denominatorEvent ? amount : 0)
        }
    }
}

import ExperimentEvents
import ExperimentsCore
import ExperimentsProject
import Foundation

/// Reads the results of declared experiments from a store of events, and stores the looks that it takes.
package struct StoredResults: ExperimentResultsSource {
    private let experiments: [ProjectExperiment]
    private let metrics: [ProjectMetric]
    private let open: @Sendable () async throws -> (any EventStore)?
    private let observe: @Sendable (_ changed: @escaping @Sendable () -> Void) -> ObservationHandle

    /// Results of a project's experiments.
    ///
    /// - Parameters:
    ///   - open: opens the store, when results are first asked for and until there is one; nil if there is none yet,
    ///     and there are no exposures.
    ///   - observe: calls back whenever something may have come in.
    package init(
        _ experiments: [ProjectExperiment], metrics: [ProjectMetric],
        opening open: @escaping @Sendable () async throws -> (any EventStore)?,
        observing observe: @escaping @Sendable (_ changed: @escaping @Sendable () -> Void) -> ObservationHandle
    ) {
        let opened = OpenedStore(open)
        (self.experiments, self.metrics, self.observe) = (experiments, metrics, observe)
        self.open = { try await opened.store() }
    }

    /// Results of a project's experiments, from a store that is open.
    package init(_ experiments: [ProjectExperiment], metrics: [ProjectMetric], in store: any EventStore) {
        (self.experiments, self.metrics) = (experiments, metrics)
        open = { store }
        observe = { store.observe($0) }
    }

    package var subjects: Set<String> {
        Set(experiments.flatMap { [$0.name, $0.key, $0.flag].compactMap(\.self) })
    }

    package func standings(
        at date: Date, _ known: KnownExperiments, keepingLooks: Bool
    ) async throws -> [ExperimentStanding] {
        let store = try await open()
        if keepingLooks, let store { try await keepSplits(known, at: date, in: store) }
        let all = try await store?.totals() ?? []
        let totals = Dictionary(all.map { ($0.experiment, $0) }) { first, _ in first }
        var standings: [ExperimentStanding] = []
        // Those of all experiments are kept together, as there may be thousands.
        var fresh: [String: [StoredLook]] = [:]
        for experiment in experiments {
            let name = experiment.name
            let looks = totals[name] == nil ? [] : try await store?.looks(at: name) ?? []
            var tally = totals[name].map { ExperimentTally($0, looks: looks) } ?? ExperimentTally()
            let plan = ExperimentPlan(
                experiment, metrics: metrics,
                known: known.experiment(name, key: experiment.key, flag: experiment.flag),
                splits: try await store?.splits(of: name) ?? [], tally: tally)
            var standing = ExperimentStanding(plan, tally, at: date)
            if standing.countsNoEvents, let store {
                tally.uncounted = try await store.uncountedEvents(of: name)
                standing = ExperimentStanding(plan, tally, at: date)
            }
            let new = keepingLooks ? standing.looksToKeep(beside: looks) : []
            if !new.isEmpty { fresh[name] = new }
            standings.append(standing)
        }
        if !fresh.isEmpty { try await store?.keep(fresh) }
        return standings
    }

    package func keepSplits(_ known: KnownExperiments, at date: Date) async throws -> Bool {
        guard let store = try await open() else { return false }
        try await keepSplits(known, at: date, in: store)
        return true
    }

    private func keepSplits(_ known: KnownExperiments, at date: Date, in store: any EventStore) async throws {
        guard let source = known.source else { return }
        var splits: [String: SourceSplit] = [:]
        for experiment in experiments where experiment.phases.isEmpty {
            let arms = known.experiment(experiment.name, key: experiment.key, flag: experiment.flag).arms
            let shares = arms.compactMap { arm in
                arm.intended.map { SourceSplit.Arm(name: arm.name, value: arm.value, share: $0) }
            }
            guard !shares.isEmpty, shares.count == arms.count else { continue }
            splits[experiment.name] = SourceSplit(from: date, source: source, arms: shares)
        }
        if !splits.isEmpty { try await store.keep(splits) }
    }

    package func watch(_ changed: @escaping @Sendable () -> Void) -> ObservationHandle { observe(changed) }
}

/// A store that is opened when it is first asked for.
private actor OpenedStore {
    private let open: @Sendable () async throws -> (any EventStore)?
    private var opened: (any EventStore)?

    init(_ open: @escaping @Sendable () async throws -> (any EventStore)?) {
        self.open = open
    }

    func store() async throws -> (any EventStore)? {
        if let opened { return opened }
        opened = try await open()
        return opened
    }
}

import ExperimentEvents
import ExperimentStatistics
import ExperimentsCore
import ExperimentsLocks
import ExperimentsProject
import Foundation

/// Reads the results of declared experiments from a store of events, and stores its looks.
package struct StoredResults: ExperimentResultsSource {
    private let experiments: [ProjectExperiment]
    private let metrics: [ProjectMetric]
    private let open: @Sendable () async throws -> (any EventStore)?
    private let observe: @Sendable (_ changed: @escaping @Sendable () -> Void) -> ObservationHandle

    /// Creates the results of a project's experiments.
    ///
    /// - Parameters:
    ///   - open: opens the store when results are requested, until it succeeds; returns nil if there is no store yet,
    ///     which means no exposures.
    ///   - observe: calls its argument after each possible change to the store.
    package init(
        _ experiments: [ProjectExperiment], metrics: [ProjectMetric],
        opening open: @escaping @Sendable () async throws -> (any EventStore)?,
        observing observe:
            @escaping @Sendable (_ changed: @escaping @Sendable () -> Void) -> ObservationHandle
    ) {
        let opened = OpenedStore(open)
        (self.experiments, self.metrics, self.observe) = (experiments, metrics, observe)
        self.open = { try await opened.store() }
    }

    /// Creates the results of a project's experiments from an open store.
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
        let imports = try await store?.importState() ?? ImportState()
        let all = try await store?.totals(including: known.undeclared) ?? []
        let totals = Dictionary(all.map { ($0.experiment, $0) }) { first, _ in first }
        var standings: [ExperimentStanding] = []
        // The looks of all experiments are stored together, because there may be thousands.
        var fresh: [String: [StoredLook]] = [:]
        let names = Set(experiments.map(\.name))
        let undeclared = known.undeclared.filter { !names.contains($0.name) && totals[$0.name] != nil }
        for experiment in experiments + undeclared {
            let name = experiment.name
            let looks = totals[name] == nil ? [] : try await store?.looks(at: name) ?? []
            var tally =
                totals[name].map {
                    ExperimentTally($0.renamingGroups(known.groupNames(of: experiment)), looks: looks)
                } ?? ExperimentTally()
            tally.openImports = imports.open
            let plan = ExperimentPlan(
                experiment, metrics: metrics,
                known: known.experiment(name, key: experiment.key, flag: experiment.flag),
                splits: try await store?.splits(of: name) ?? [], tally: tally)
            var standing = ExperimentStanding(plan, tally, at: date)
            if standing.countsNoEvents, let store {
                tally.uncounted = try await store.uncountedEvents(of: name)
                standing = ExperimentStanding(plan, tally, at: date)
            }
            let new = keepingLooks && imports.open.isEmpty ? standing.looksToKeep : []
            if !new.isEmpty { fresh[name] = new }
            standings.append(standing)
        }
        if !fresh.isEmpty { try await store?.keep(fresh, since: imports) }
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

    package func askAgain() async { try? await open()?.askAgain() }

    package func watch(_ changed: @escaping @Sendable () -> Void) -> ObservationHandle { observe(changed) }
}

/// A store that is opened at the first request.
package actor OpenedStore {
    private let open: @Sendable () async throws -> (any EventStore)?
    private var opened: (any EventStore)?

    package init(_ open: @escaping @Sendable () async throws -> (any EventStore)?) {
        self.open = open
    }

    package func store() async throws -> (any EventStore)? {
        if let opened { return opened }
        opened = try await open()
        return opened
    }
}

/// Determines how a service's keeper divides users, and remembers the result until the values change.
package final class SplitMemory: Sendable {
    private struct Question: Equatable {
        let keeper: ObjectIdentifier
        let version: String?
        let etag: String?
        let isFetched: Bool
        let subjects: Set<String>
    }

    /// The number of simulated users. It is enough to determine a share to half a percent.
    private static let users = 20_000

    private let last = Mutex<(question: Question, splits: [ExperimentSplit])?>(nil)

    /// Creates an empty memory.
    package init() {}

    /// Returns the source's knowledge of these experiments.
    ///
    /// - Parameter source: the name of the source in the project.
    package func known(
        of service: RemoteConfigService, _ source: String?, keys: [CatalogKey], subjects: Set<String>
    ) -> KnownExperiments {
        // A stored copy of an earlier fetch may be outdated.
        let isInForce =
            (service.keeper as? any SplitKeeper)?.dividesAsPublished == true
            && service.history.lastSuccess != nil
        return KnownExperiments(
            service.snapshot, keys: keys, splits: splits(service, subjects),
            inForceAt: isInForce ? source ?? "" : nil)
    }

    private func splits(_ service: RemoteConfigService, _ subjects: Set<String>) -> [ExperimentSplit] {
        guard !subjects.isEmpty, let keeper = service.keeper as? any SplitKeeper else { return [] }
        let snapshot = keeper.snapshot
        let question = Question(
            keeper: ObjectIdentifier(keeper), version: snapshot.version, etag: snapshot.etag,
            isFetched: snapshot.fetchedAt != nil, subjects: subjects)
        if let last = last.withLock({ $0 }), last.question == question { return last.splits }
        let splits = keeper.splits(of: subjects, users: Self.users)
        last.withLock { $0 = (question, splits) }
        return splits
    }
}

extension ExperimentStanding {
    /// The fraction of its width by which an interval must have narrowed for a look to be stored. Without it, frequent
    /// looks would fill the store without new information.
    private static let leastNarrowing = 0.02

    /// Returns the looks of now that are stored, so that no verdict is undone: those that change one, or that narrow an
    /// interval by more than a fiftieth. The looks at the end of each day are computed again from the data. Nothing is
    /// stored while the groups cannot be compared.
    package var looksToKeep: [StoredLook] {
        guard verdict.word != .untrustworthy else { return [] }
        let stored = Set(tally.looks)
        return looks.filter { $0.look.day == days && !stored.contains($0) && matters($0) }
    }

    private func matters(_ kept: StoredLook) -> Bool {
        guard let metric = plan.design.metrics.firstIndex(where: { $0.name == kept.metric }),
            let group = plan.design.groups.firstIndex(of: kept.group),
            let treatment = result.metrics.first(where: { $0.metric == metric })?.treatments
                .first(where: { $0.group == group }),
            let steps = evidence[metric, group]?.steps(alpha: treatment.level),
            let place = steps.lastIndex(where: { $0.look == kept.look })
        else { return false }
        if evidence[metric, group]?.harm == kept.look || evidence[metric, group]?.change?.day == days {
            return true
        }
        guard place > 0 else { return true }
        let before = steps[place - 1]
        let after = steps[place]
        if before.difference.rulesOutZero != after.difference.rulesOutZero { return true }
        let design = plan.design.metrics[metric]
        if design.isSmall(before.difference, before.lift) != design.isSmall(after.difference, after.lift) {
            return true
        }
        let old = before.difference.upper - before.difference.lower
        let new = after.difference.upper - after.difference.lower
        return !(new > old * (1 - Self.leastNarrowing))
    }
}

extension Interval {
    fileprivate var rulesOutZero: Bool { isAboveZero || isBelowZero }
}

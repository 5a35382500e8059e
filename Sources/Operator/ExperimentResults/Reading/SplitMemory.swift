import ExperimentsCore
import Locks

/// Asks a service's keeper how it divides users, and remembers the answer until the values are others.
package final class SplitMemory: Sendable {
    private struct Question: Equatable {
        let keeper: ObjectIdentifier
        let version: String?
        let etag: String?
        let isFetched: Bool
        let subjects: Set<String>
    }

    /// The number of simulated users: enough to see a share to half a percent.
    private static let users = 20_000

    private let last = Mutex<(question: Question, splits: [ExperimentSplit])?>(nil)

    /// Nothing remembered.
    package init() {}

    /// Returns the source's knowledge of these experiments.
    ///
    /// - Parameter source: what the project calls it.
    package func known(
        of service: RemoteConfigService, _ source: String?, keys: [CatalogKey], subjects: Set<String>
    ) -> KnownExperiments {
        // What was kept on disk of an earlier fetch may be long out of force.
        let isInForce =
            (service.keeper as? any SplitKeeper)?.dividesAsPublished == true && service.history.lastSuccess != nil
        return KnownExperiments(
            service.snapshot, keys: keys, splits: splits(service, subjects), inForceAt: isInForce ? source ?? "" : nil)
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

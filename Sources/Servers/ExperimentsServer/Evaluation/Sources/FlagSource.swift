import ExperimentsCore
import ExperimentsSupport
import Foundation
import Locks

/// A source of flags with its service, for all users or for the context of a request.
///
/// It is safe to use from any thread. Results are cached until something changes.
package final class FlagSource: Sendable {
    private struct State {
        var keys: [CatalogKey]
        var names: FlagNames
        /// Counts changes, so that what was found out before one is not kept after it.
        var generation = 0
        var answers: FlagAnswers?
        var byContext: [FlagContext: (answers: FlagAnswers, at: Date)] = [:]
    }

    /// The number of contexts that are remembered, and for how many seconds, because conditions may use the time.
    private static let (contextLimit, contextLifetime) = (64, 1.0)

    /// The name of the source, also in paths.
    package let name: String
    /// The service that resolves its keys.
    package let service: RemoteConfigService
    /// Its keeper, where the values depend on who asks.
    private let keeper: (any ContextualKeeper)?
    private let servesUndeclared: Bool
    private let now: @Sendable () -> Date
    private let state: BargingMutex<State>
    private let changes = Observers<Void>()
    private let observation = BargingMutex<ObservationHandle?>(nil)

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - service: resolves the keys. Fetching is the caller's task.
    ///   - keys: the declared keys.
    ///   - servesUndeclared: whether undeclared names of the source are flags, too.
    package init(
        name: String, _ service: RemoteConfigService, keys: [CatalogKey], servesUndeclared: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.name, self.service, self.servesUndeclared, self.now) = (name, service, servesUndeclared, now)
        keeper = service.keeper as? any ContextualKeeper
        state = BargingMutex(State(keys: keys, names: FlagNames(keys)))
        let handle = service.observe { [weak self] event in
            switch event {
            case .fetchStarted, .liveStatusChanged: break
            case .fetchFinished, .snapshotChanged, .overridesChanged: self?.change { _ in }
            }
        }
        observation.withLock { $0 = handle }
    }

    /// The declared keys.
    package var keys: [CatalogKey] { state.withLock(\.keys) }

    /// Replaces the declared keys.
    package func declare(_ keys: [CatalogKey]) {
        change { state in (state.keys, state.names) = (keys, FlagNames(keys)) }
    }

    /// Calls `handler` whenever something may have changed, for as long as the result is kept.
    func observeChanges(_ handler: @escaping @Sendable () -> Void) -> ObservationHandle {
        changes.add { _ in handler() }
    }

    /// The report for all users, or for the configured user.
    package var report: Report { answers.source }

    /// The results for all users, or for the configured user.
    var answers: FlagAnswers {
        let time = now()
        let (kept, generation) = state.withLock { ($0.answers, $0.generation) }
        if let kept, kept.validUntil.map({ time < $0 }) ?? true { return kept }
        let (keys, names) = state.withLock { ($0.keys, $0.names) }
        let report = service.report(for: keys)
        // Of an answer for whom the source is configured, too, is said how it came to be.
        let decided = keeper.flatMap { keeper in keeper.decided(for: keeper.persona) }
        let answers = FlagAnswers(
            report, decisions: decided?.decisions ?? [:], names: names, servesUndeclared: servesUndeclared)
        state.withLock { if $0.generation == generation { $0.answers = answers } }
        return answers
    }

    /// Returns the results for a request with a context.
    func answers(for context: FlagContext) -> FlagAnswers {
        guard let keeper, context != .empty else { return answers }
        let time = now()
        let (kept, generation) = state.withLock { ($0.byContext[context], $0.generation) }
        if let kept, abs(time.timeIntervalSince(kept.at)) < Self.contextLifetime,
            kept.answers.validUntil.map({ time < $0 }) ?? true
        {
            return kept.answers
        }
        let persona = keeper.persona(targetingKey: context.targetingKey, fields: context.fields)
        guard persona != keeper.persona, let decided = keeper.decided(for: persona) else { return answers }
        let (keys, names) = state.withLock { ($0.keys, $0.names) }
        let base = service.report(for: [])
        let report = Report(
            keys: keys, snapshot: decided.snapshot, overrides: base.overrides, booleanPolicy: base.booleanPolicy,
            at: time, fetchedAt: base.fetchedAt)
        let answers = FlagAnswers(
            report, decisions: decided.decisions, names: names, servesUndeclared: servesUndeclared)
        state.withLock { state in
            guard state.generation == generation else { return }
            if state.byContext.count >= Self.contextLimit { state.byContext = [:] }
            state.byContext[context] = (answers, time)
        }
        return answers
    }

    /// A digest of all results. It changes whenever the results of any user may have changed.
    var tag: EntityTag { answers.tag(forEverybody: keeper == nil) }

    private func change(_ body: (inout State) -> Void) {
        // The old answers are released outside the lock.
        let former = state.withLock { state in
            body(&state)
            state.generation += 1
            defer { (state.answers, state.byContext) = (nil, [:]) }
            return (state.answers, state.byContext)
        }
        withExtendedLifetime(former) { changes.notify(()) }
    }
}

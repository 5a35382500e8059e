import ExperimentsCore
import ExperimentsLocks
import Foundation

/// A source of flags with its service, for all users or for the context of a request.
///
/// It is safe to use from any thread. Results are cached until something changes.
package final class FlagSource: Sendable {
    private struct State {
        var keys: [CatalogKey]
        var names: ExactDictionary<Int>
        /// A number that changes with each change, so that results from before a change are not stored after it.
        var generation = 0
        var answers: FlagAnswers?
        var contexts = AnsweredContexts()
        /// The unfinished requests to the source's server.
        var asking: [FlagContext: Task<Result<DecidedSnapshot?, any Error>, Never>] = [:]
        /// The number of changes that the source's server has announced since the first request for a context; nil
        /// before.
        var announced: Int?
    }

    /// The name of the source, also in paths.
    package let name: String
    /// The service that resolves its keys.
    package let service: RemoteConfigService
    /// Its keeper, if it has per-user values.
    private let keeper: (any PersonaKeeper)?
    private let servesUndeclared: Bool
    private let oldestStale: TimeInterval
    private let now: @Sendable () -> Date
    private let state: BargingMutex<State>
    private let changes = Observers<Void>()
    private let observation = BargingMutex<ObservationHandle?>(nil)

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - service: resolves the keys. The caller has to fetch.
    ///   - keys: the declared keys.
    ///   - servesUndeclared: whether undeclared names of the source are flags, too.
    ///   - oldestStale: the age, in seconds, up to which values are served while the source cannot be reached.
    package init(
        name: String, _ service: RemoteConfigService, keys: [CatalogKey], servesUndeclared: Bool = false,
        oldestStale: TimeInterval = .infinity, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.name, self.service, self.servesUndeclared, self.now) = (name, service, servesUndeclared, now)
        self.oldestStale = oldestStale
        keeper = service.keeper as? any PersonaKeeper
        state = BargingMutex(State(keys: keys, names: FlagAnswers.rows(of: keys)))
        let handle = service.observe { [weak self] event in
            switch event {
            case .fetchStarted: break
            case .fetchFinished(let record): self?.fetched(record)
            case .snapshotChanged, .overridesChanged, .liveStatusChanged: self?.change { _ in }
            }
        }
        observation.withLock { $0 = handle }
    }

    /// The time since which the values are old because the source cannot be reached; nil if it can.
    var staleSince: Date? { service.staleSince }

    /// The reason why no values are served although there are some, in a sentence; nil if they are served.
    var refusal: String? {
        // A time in the future is an unknown age.
        guard let staleSince, abs(now().timeIntervalSince(staleSince)) > oldestStale else { return nil }
        return "The source cannot be reached, and the values of \(RFC3339.text(of: staleSince)) are too old."
    }

    /// The declared keys.
    package var keys: [CatalogKey] { state.withLock(\.keys) }

    /// Replaces the declared keys.
    package func declare(_ keys: [CatalogKey]) {
        change { state in (state.keys, state.names) = (keys, FlagAnswers.rows(of: keys)) }
    }

    /// Calls `handler` whenever something may have changed, until the result is cancelled or released.
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
        // For the user that the source is configured for, the answer also says how it came about.
        let decided = keeper.flatMap { keeper in keeper.decided(for: keeper.persona) }
        let answers = FlagAnswers(
            report, decisions: decided?.decisions ?? [:], names: names, servesUndeclared: servesUndeclared)
        state.withLock { if $0.generation == generation { $0.answers = answers } }
        return answers
    }

    /// Returns the results for a request with a context. This may send a request to the source's server. If that fails,
    /// returns the last results for the context, or results with the reason why there are none.
    func answers(for context: FlagContext) async -> FlagAnswers {
        guard let keeper, context != .empty else { return answers }
        let time = now()
        let (kept, generation) = state.withLock { ($0.contexts[context], $0.generation) }
        if let kept, kept.isCurrent(at: time, generation) { return kept.answers }
        let persona = keeper.persona(targetingKey: context.targetingKey, fields: context.fields)
        guard persona != keeper.persona else { return answers }
        if let decided = keeper.decided(for: persona) {
            return keep(
                decided, for: context, since: time, generation: generation,
                lifetime: AnsweredContexts.shortLifetime)
        }
        do {
            guard let decided = try await ask(keeper, for: persona, context) else { return answers }
            service.lastGood.keep(decided.snapshot, for: persona)
            return keep(
                decided, for: context, since: time, generation: generation,
                lifetime: AnsweredContexts.longLifetime)
        } catch {
            let problem = "No values are known for this context: \(FetchFailure.summary(of: error))."
            return keep(
                lastDecision(kept?.decided, for: persona, at: time),
                for: context, since: time, generation: generation, lifetime: AnsweredContexts.shortLifetime,
                problem: problem)
        }
    }

    /// Returns the last decision for a context, by this run or an earlier one; empty if it is unknown or too old.
    private func lastDecision(_ kept: DecidedSnapshot?, for persona: SourcePersona, at time: Date)
        -> DecidedSnapshot
    {
        func isServed(_ snapshot: Snapshot) -> Bool {
            snapshot.fetchedAt.map { abs(time.timeIntervalSince($0)) <= oldestStale } ?? false
        }
        if let kept, isServed(kept.snapshot) { return kept }
        guard let snapshot = service.lastGood.snapshot(for: persona), isServed(snapshot) else {
            return DecidedSnapshot(.empty, decisions: [:])
        }
        return DecidedSnapshot(
            snapshot, decisions: snapshot.entries.mapValues { _ in .elsewhere(.stale, variant: nil) })
    }

    /// A digest of all results. It changes whenever the results of any user may have changed.
    var tag: EntityTag { answers.tag(others: keeper == nil ? nil : state.withLock(\.announced) ?? 0) }

    /// Sends a single request to the server for all callers with the same context.
    private func ask(
        _ keeper: any PersonaKeeper, for persona: SourcePersona, _ context: FlagContext
    ) async throws -> DecidedSnapshot? {
        let task = state.withLock { state in
            if let task = state.asking[context] { return task }
            let task = Task { () -> Result<DecidedSnapshot?, any Error> in
                let result: Result<DecidedSnapshot?, any Error>
                do { result = .success(try await keeper.askedDecision(for: persona)) } catch {
                    result = .failure(error)
                }
                self.state.withLock { state in
                    state.asking[context] = nil
                    if case .success(nil) = result { return }
                    state.announced = state.announced ?? 0
                }
                return result
            }
            state.asking[context] = task
            return task
        }
        return try await task.value.get()
    }

    private func keep(
        _ decided: DecidedSnapshot, for context: FlagContext, since time: Date, generation: Int,
        lifetime: Double,
        problem: String? = nil
    ) -> FlagAnswers {
        let (keys, names) = state.withLock { ($0.keys, $0.names) }
        let base = service.report(for: [])
        let report = Report(
            keys: keys, snapshot: decided.snapshot, overrides: base.overrides,
            booleanPolicy: base.booleanPolicy,
            at: time, fetchedAt: base.fetchedAt)
        let answers = FlagAnswers(
            report, decisions: decided.decisions, names: names, servesUndeclared: servesUndeclared,
            problem: problem)
        let kept = AnsweredContexts.Kept(
            decided: decided.snapshot.fetchedAt == nil ? nil : decided, answers: answers, at: time,
            generation: generation, lifetime: lifetime)
        state.withLock { $0.contexts.keep(kept, for: context, keyCount: keys.count) }
        return answers
    }

    private func fetched(_ record: FetchRecord) {
        change { state in
            // Even if the configured user's values are the same as before, another user's may not be.
            if case .realtime = record.trigger, record.failure == nil {
                state.announced = state.announced.map { $0 + 1 }
            }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        // Release the old answers outside the lock.
        let former = state.withLock { state in
            body(&state)
            state.generation += 1
            defer { state.answers = nil }
            return state.answers
        }
        withExtendedLifetime(former) { changes.notify(()) }
    }
}

/// The results for the contexts of recent requests.
struct AnsweredContexts: Sendable {
    /// The results for a context.
    struct Kept: Sendable {
        /// The source's values; nil if the request failed.
        let decided: DecidedSnapshot?
        let answers: FlagAnswers
        let at: Date
        /// The number of changes before the results.
        let generation: Int
        /// The number of seconds for which the results are current.
        let lifetime: Double

        /// Whether the results can be returned again at a time, after a number of changes.
        func isCurrent(at time: Date, _ generation: Int) -> Bool {
            generation == self.generation && abs(time.timeIntervalSince(at)) < lifetime
                && answers.validUntil.map { time < $0 } ?? true
        }
    }

    /// The lifetime, in seconds, of results that are evaluated here, because conditions may use the time, and of
    /// failures.
    static let shortLifetime = 1.0
    /// The lifetime, in seconds, of results of another server, unless a fetch ends it earlier.
    static let longLifetime = 10.0

    private var kept: [FlagContext: Kept] = [:]

    /// The results for a context, current or not.
    subscript(context: FlagContext) -> Kept? { kept[context] }

    /// Stores results. If there are too many, the older half is dropped.
    mutating func keep(_ results: Kept, for context: FlagContext, keyCount: Int) {
        let limit = min(1024, max(64, 65_536 / max(1, keyCount)))
        if kept.count >= limit {
            let middle = kept.values.map(\.at).sorted()[kept.count / 2]
            kept = kept.filter { $0.value.at > middle }
        }
        kept[context] = results
    }
}

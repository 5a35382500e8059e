import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation

/// A keeper for the values that a server evaluates for one context over the OpenFeature Remote Evaluation Protocol
/// (OFREP).
///
/// The text of a key is the flag's value: a string unchanged, anything else as JSON, with the digits of numbers as the
/// server sent them. A flag without a value exists, and tells the app to use its own default. A flag that could not be
/// evaluated has no entry, and the snapshot's problems give the reason. The server's reason and variant are the
/// supplier of each entry.
///
/// It is not made of a `PayloadKeeper`, because the server evaluates: each response belongs to the context that was
/// asked for, and cannot be evaluated for another one.
///
/// A keeper that listens keeps open the stream that the server names in its responses, and announces each change as
/// `.sourceChanged`.
public final class OpenFeatureRemoteConfigKeeper: RemoteConfigKeeper {
    private struct State {
        var held: HeldEvaluation
        var hold = RequestHold()
    }

    /// The server that evaluates the flags.
    public let server: OpenFeatureServer

    private let transport: any HTTPTransport
    private let surroundings: StreamFollower.Surroundings
    private let configuredNames: [String]
    private let state: Mutex<State>
    private let observers = Observers<KeeperNotice>()
    private let listener: ChangeListener?
    private let subscriptions = Mutex<[ObservationHandle]>([])

    /// Creates a keeper. It fetches nothing by itself.
    ///
    /// - Parameters:
    ///   - server: the server that evaluates the flags.
    ///   - context: the context for the evaluation. `targetingKey` identifies the user as a string; without it,
    ///     `experiments` is used.
    ///   - listens: whether the server should announce changes, from the first fetch on.
    ///   - transport: sends the requests.
    ///   - now: returns the time; nil for the clocks of the system, so that waits do not change if the time of day is set.
    public convenience init(
        _ server: OpenFeatureServer, context: SourcePersona = SourcePersona(), listens: Bool = false,
        transport: any StreamingTransport = SystemTransport(), now: (@Sendable () -> Date)? = nil
    ) {
        self.init(
            server, context: context, listens: listens, transport: transport,
            in: StreamFollower.Surroundings(clocks: Clocks(now)))
    }

    init(
        _ server: OpenFeatureServer, context: SourcePersona, listens: Bool, transport: any StreamingTransport,
        in surroundings: StreamFollower.Surroundings
    ) {
        self.server = server
        self.transport = transport
        self.surroundings = surroundings
        configuredNames = Set(context.fields.keys).union([EvaluationRequest.targetingKey]).sorted()
        state = Mutex(State(held: HeldEvaluation(context: context)))
        listener = listens ? ChangeListener(transport: transport, surroundings) : nil
        guard let listener else { return }
        let observations = [
            listener.statuses.add { [weak self] in self?.observers.notify(.liveStatus($0)) },
            listener.changes.add { [weak self] in self?.hear($0) },
        ]
        subscriptions.withLock { $0 = observations }
    }

    /// The values of the last evaluation; empty before the first fetch.
    public var snapshot: Snapshot { state.withLock(\.held.snapshot) }

    /// Whether the server announces changes; `off` if it names no stream, and for a keeper that does not listen.
    public var liveStatus: LiveStatus { listener?.status ?? .off }

    /// Calls `handler` with each notice, until the returned handle is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Asks the server to evaluate all flags. `.manual` also asks again after a refusal, and opens a lost stream of
    /// changes immediately.
    ///
    /// - Throws: `FetchFailure`. The last good snapshot stays.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        if let failure = state.withLock({ $0.hold.failure(for: trigger, by: surroundings.clocks) }) {
            throw failure
        }
        while true {
            let question = state.withLock { $0.held.nextQuestion() }
            do {
                if let outcome = try await ask(question, byHand: trigger == .manual) { return outcome }
            } catch {
                state.withLock { $0.held.takeBack(question) }
                throw error
            }
        }
    }

    /// Asks once. Returns nil if the context has changed by the time of the response.
    private func ask(_ question: HeldEvaluation.Question, byHand: Bool) async throws -> FetchOutcome? {
        let request = try EvaluationRequest(
            server: server, context: question.context, etag: question.etag, announced: question.announced
        ).transportRequest()
        let response: TransportResponse
        do {
            response = try await transport.send(request)
        } catch let error as TransportError {
            throw FetchFailure(error.description)
        }
        let taken = try take(response, for: question, byHand: byHand)
        observers.deliver()
        switch taken {
        case .outdated: return nil
        case .overtaken:
            return FetchOutcome(status: .unchanged, httpStatus: response.status, bytes: response.body.count)
        case .snapshot(let status, _):
            return FetchOutcome(status: status, httpStatus: response.status, bytes: response.body.count)
        }
    }

    /// The last response, if it is for this context.
    func answer(for context: SourcePersona) -> Snapshot? { state.withLock { $0.held.answer(for: context) } }

    /// Asks once for the values of any context.
    func evaluation(for context: SourcePersona) async throws -> Snapshot {
        if let failure = state.withLock({ $0.hold.failure(for: .scheduled, by: surroundings.clocks) }) {
            throw failure
        }
        let request = try EvaluationRequest(
            server: server, context: context, etag: nil, announced: nil
        ).transportRequest()
        let response: TransportResponse
        do {
            response = try await transport.send(request)
        } catch let error as TransportError {
            throw FetchFailure(error.description)
        }
        guard [200, 203].contains(response.status) else { throw refusal(response) }
        let answer = try read(response)
        return Snapshot(
            entries: answer.entries, fetchedAt: surroundings.clocks.now(), notes: answer.notes,
            problems: answer.problems)
    }

    private func refusal(_ response: TransportResponse) -> FetchFailure {
        let refusal = EvaluationRefusal(response, from: server, now: surroundings.clocks.now())
        return state.withLock { state in
            state.hold.note(
                refusal, refusal.words(from: server), bytes: response.body.count, by: surroundings.clocks,
                fraction: surroundings.fraction())
        }
    }

    private func take(
        _ response: TransportResponse, for question: HeldEvaluation.Question, byHand: Bool
    ) throws(FetchFailure) -> HeldEvaluation.Taken {
        let now = surroundings.clocks.now()
        switch response.status {
        // A proxy that changed the response says 203.
        case 200, 203:
            let answer = try read(response)
            let taken = state.withLock { state in
                state.hold.noteSuccess()
                let taken = state.held.take(answer, etag: response.headers["etag"], for: question, at: now)
                if case .snapshot(_, isNew: true) = taken {
                    observers.enqueue(.snapshot(state.held.snapshot))
                }
                return taken
            }
            listener?.follow(answer.stream, byHand: byHand)
            return taken
        case 304 where question.etag != nil:
            let taken = state.withLock { state in
                state.hold.noteSuccess()
                return state.held.takeUnchanged(question, at: now)
            }
            listener?.resume(byHand: byHand)
            return taken
        default: throw refusal(response)
        }
    }

    private func read(_ response: TransportResponse) throws(FetchFailure) -> EvaluationAnswer {
        do {
            if let reason = response.unreadableReason { throw MessageError(reason) }
            return try EvaluationAnswer(parsing: response.body, from: server)
        } catch {
            throw FetchFailure(
                "invalid response from \(server.url.hostAndPort): \(error)",
                httpStatus: response.status, bytes: response.body.count)
        }
    }

    /// The time for which the keeper gathers events before it announces them, because a server may send one for each of
    /// many changes.
    static let gathering = Duration.milliseconds(50)

    private func hear(_ change: AnnouncedChange) {
        guard state.withLock({ $0.held.note(change) }) else { return }
        guard !change.mayHaveMissed else { return observers.notify(.sourceChanged) }
        Task.detached { [weak self, surroundings] in
            try? await surroundings.pause(Self.gathering)
            self?.observers.notify(.sourceChanged)
        }
    }
}

extension OpenFeatureRemoteConfigKeeper: PersonaKeeper {
    /// The context for which the flags are evaluated.
    public var persona: SourcePersona { state.withLock(\.held.context) }

    /// The names in the configured context. A server does not report which others it uses.
    public var personaFieldNames: [String] { configuredNames }

    /// Changes the context. The snapshot stays until the server has answered, except that the last one for the
    /// configured context is restored immediately. Observers get `.sourceChanged`, so that a service fetches.
    public func setPersona(_ persona: SourcePersona) {
        state.withLock { state in
            let change = state.held.change(to: persona)
            guard change != .none else { return }
            state.hold.noteOther()
            if change == .restored { observers.enqueue(.snapshot(state.held.snapshot)) }
            observers.enqueue(.sourceChanged)
        }
        observers.deliver()
    }
}

extension OpenFeatureRemoteConfigKeeper {
    /// Returns the last response, if it is for this context; nil if the server has to be asked.
    public func decided(for persona: SourcePersona) -> DecidedSnapshot? {
        guard let snapshot = answer(for: persona) else { return nil }
        return DecidedSnapshot(snapshot, decisions: Self.decisions(snapshot.entries))
    }

    /// Asks the server to evaluate all flags for a context. The snapshot stays.
    ///
    /// - Throws: `FetchFailure`. No request is sent while the server refuses all, or asked to wait.
    public func askedDecision(for persona: SourcePersona) async throws -> DecidedSnapshot? {
        let snapshot = try await evaluation(for: persona)
        return DecidedSnapshot(snapshot, decisions: Self.decisions(snapshot.entries))
    }

    private static func decisions(_ entries: ExactDictionary<Snapshot.Entry>) -> ExactDictionary<
        ContextDecision
    > {
        entries.mapValues { entry in
            let supplier = entry.supplier.map { FlagSupplier($0) }
            // Some servers use their own words, which make providers fail.
            let reason = supplier?.reason.flatMap { EvaluationReason(rawValue: $0) } ?? .unknown
            return .elsewhere(reason, variant: supplier?.variant)
        }
    }
}

extension OpenFeatureRemoteConfigKeeper: RestorableKeeper {
    package var copiedContext: SourcePersona? { persona }

    package func copy() -> SourceCopy? {
        state.withLock { $0.held.answer(for: $0.held.context) }.flatMap(SourceCopy.init)
    }

    package func restore(_ copy: SourceCopy) throws {
        guard let restored = copy.snapshot else { throw FetchFailure("it does not contain values") }
        state.withLock { state in
            if state.held.restore(restored) { observers.enqueue(.snapshot(restored)) }
        }
        observers.deliver()
    }
}

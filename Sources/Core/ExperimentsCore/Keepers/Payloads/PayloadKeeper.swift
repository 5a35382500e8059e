import ExperimentsLocks
import Foundation

/// Keeps the last good payload of a source, and the values that a format makes of it.
///
/// It does what all such keepers have in common:
///
/// - Of two fetches at the same time, the one that was begun later decides. So do, of two evaluations, the inputs of the
///   later one.
/// - Observers are notified once of each new payload, and of each change of the values.
/// - Payload, time, version and values belong together, whenever they are read.
/// - If a fetch fails, the last good payload stays.
/// - A copy of the payload can be stored, and the keeper of the next run can begin with it.
package final class PayloadKeeper<Format: PayloadFormat>: Sendable {
    /// The content of a payload, with the payload.
    package struct Held: Sendable {
        package let content: Format.Content
        package fileprivate(set) var payload: Payload
    }

    private struct State {
        var user: Format.User
        var held: Held?
        var snapshot = Snapshot.empty
        /// The state of everything else from which the snapshot was made.
        var generation: Int?
        /// Counts fetches, and the latest one that brought something.
        var fetches = EventOrder()
        /// Counts evaluations, and the latest one that is the snapshot.
        var evaluations = EventOrder()
        /// The payload of the snapshot. It is an older one than `held` while a new one is evaluated.
        var evaluated: Payload?

        /// Notes when the source last had the payload.
        mutating func confirm(etag: String?, at time: Date) {
            held?.payload.confirm(etag: etag, at: time)
            if evaluated?.hash == held?.payload.hash { evaluated = held?.payload }
        }
    }

    /// How payloads become values.
    package let format: Format
    /// The observers of the keeper.
    package let observers = Observers<KeeperNotice>()

    private let origin: PayloadPlace
    private let now: @Sendable () -> Date
    private let state: Mutex<State>
    /// Held while a payload is read, so that payloads are used in their order.
    private let taking = Mutex<Void>(())
    private let watch = Mutex<ObservationHandle?>(nil)

    /// Creates a keeper, which fetches nothing by itself.
    ///
    /// - Parameters:
    ///   - watcher: notices changes of a file; nil to notice them only with the next fetch.
    ///   - now: returns the time.
    package init(
        _ format: Format, from origin: PayloadPlace, for user: Format.User, watcher: (any FileWatcher)?,
        now: @escaping @Sendable () -> Date
    ) {
        self.format = format
        self.origin = origin
        self.now = now
        state = Mutex(State(user: user))
        guard case .file(let file) = origin else { return }
        let observation = watcher?.watch(file.path) { [weak observers] in observers?.notify(.sourceChanged) }
        watch.withLock { $0 = observation }
    }

    /// The values of the last payload; empty before the first fetch.
    package var snapshot: Snapshot { state.withLock(\.snapshot) }

    /// The last payload; nil before the first fetch.
    package var held: Held? { state.withLock(\.held) }

    /// The state of everything else from which the values were made; nil before the first fetch.
    package var generation: Int? { state.withLock(\.generation) }

    /// The user for whom the payload is evaluated.
    package var user: Format.User { state.withLock(\.user) }

    /// The last payload with the user; nil before the first fetch.
    package var heldForUser: (held: Held, user: Format.User)? {
        state.withLock { state in state.held.map { ($0, state.user) } }
    }

    /// Changes the user. The values are then those of the new one.
    package func changeUser(_ change: (inout Format.User) -> Void) {
        state.withLock { change(&$0.user) }
        evaluate()
    }

    /// Reads the file, or fetches from the server.
    ///
    /// - Throws: `FetchFailure`, or `CancellationError`. The last good values stay.
    package func fetch() async throws -> FetchOutcome {
        switch origin {
        case .file(let file): return try await file.settling.read(file.path) { try self.fetchNow(file) }
        case .remote(let remote):
            let (number, etag) = state.withLock { state in (state.fetches.next(), state.held?.payload.etag) }
            switch try await remote.fetch(etag: etag) {
            case .content(let bytes, let etag, let httpStatus):
                let status = try take(bytes, etag: etag, number, httpStatus: httpStatus)
                return FetchOutcome(status: status, httpStatus: httpStatus, bytes: bytes.count)
            case .unchanged(let etag, let httpStatus):
                confirm(etag: etag, number)
                return FetchOutcome(status: .unchanged, httpStatus: httpStatus)
            }
        }
    }

    /// Reads the file on the caller's thread, because that takes no longer than starting a task for it.
    ///
    /// - Throws: `FetchFailure`.
    package func fetchNow() throws(FetchFailure) -> FetchOutcome {
        guard case .file(let file) = origin else { throw FetchFailure("it has to be fetched from a server") }
        return try fetchNow(file)
    }

    private func fetchNow(_ file: PayloadFile) throws(FetchFailure) -> FetchOutcome {
        let number = state.withLock { $0.fetches.next() }
        let bytes = try file.read()
        return FetchOutcome(status: try take(bytes, etag: nil, number), bytes: bytes.count)
    }

    /// Takes a payload that the source sent by itself, and that is therefore the latest one.
    ///
    /// - Throws: `FetchFailure` if it cannot be used.
    package func take(pushed bytes: [UInt8]) throws(FetchFailure) {
        _ = try take(bytes, etag: nil, state.withLock { $0.fetches.next() })
    }

    private func take(
        _ bytes: [UInt8], etag: String?, _ number: Int, httpStatus: Int? = nil
    ) throws(FetchFailure) -> FetchOutcome.Status {
        let payload = Payload(bytes, etag: etag, fetchedAt: now())
        let result = taking.withLock { _ -> Result<Format.Content?, FetchFailure> in
            let (isLater, known) = state.withLock { ($0.fetches.isLater(number), $0.held?.payload.hash) }
            guard isLater, known != payload.hash else { return .success(nil) }
            do throws(FetchFailure) {
                let content = try format.content(of: payload)
                state.withLock { state in
                    _ = state.fetches.accept(number)
                    state.held = Held(content: content, payload: payload)
                }
                return .success(content)
            } catch {
                return .failure(format.named(error).of(bytes: bytes.count, httpStatus: httpStatus))
            }
        }
        guard let content = try result.get() else {
            confirm(etag: etag, number)
            return .unchanged
        }
        evaluate()
        return format.isEmpty(content) ? .empty : .updated
    }

    /// Notes that the source still has the payload, unless a later fetch has already brought something.
    private func confirm(etag: String?, _ number: Int) {
        let time = now()
        let isAccepted = state.withLock { state in
            guard state.fetches.accept(number), state.held != nil else { return false }
            state.confirm(etag: etag, at: time)
            if !format.changesByItself { state.snapshot = state.snapshot.confirmed(at: time) }
            return true
        }
        if isAccepted, format.changesByItself { evaluate() }
    }

    /// Makes the values again, because something changed that they depend on.
    package func evaluate() {
        let inputs = state.withLock { state in
            state.held.map { (held: $0, user: state.user, number: state.evaluations.next()) }
        }
        guard let inputs else { return }
        let values = format.values(of: inputs.held.content, inputs.held.payload, for: inputs.user)
        state.withLock { state in
            guard state.evaluations.accept(inputs.number) else { return }
            let payload = inputs.held.payload
            let isNew =
                state.evaluated?.hash != payload.hash || !state.snapshot.saysTheSame(as: values.snapshot)
            state.evaluated = payload
            state.snapshot = values.snapshot
            state.generation = values.generation
            if isNew { observers.enqueue(.snapshot(values.snapshot)) }
        }
        observers.deliver()
    }

    /// Returns a copy of the payload; nil before the first fetch.
    package func copy() -> SourceCopy? {
        state.withLock { state in
            state.evaluated.map { payload in
                SourceCopy(
                    content: payload.content, fetchedAt: payload.fetchedAt, version: state.snapshot.version,
                    etag: payload.etag)
            }
        }
    }

    /// Continues with a copy, unless something has been fetched already.
    ///
    /// - Throws: `FetchFailure` if it cannot be used.
    package func restore(_ copy: SourceCopy) throws(FetchFailure) {
        let payload = Payload(copy.content, etag: copy.etag, fetchedAt: copy.fetchedAt)
        let result = taking.withLock { _ -> Result<Void, FetchFailure> in
            guard held == nil else { return .success(()) }
            do throws(FetchFailure) {
                let content = try format.content(of: payload)
                state.withLock { $0.held = Held(content: content, payload: payload) }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        evaluate()
    }
}

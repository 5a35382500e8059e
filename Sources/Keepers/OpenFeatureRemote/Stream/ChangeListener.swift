import ExperimentsCore
import ExperimentsTransport
import Foundation
import Locks

/// Keeps a server's stream of changes open, under the address that the server named last.
final class ChangeListener: Sendable {
    private struct State {
        /// The address to open next. A stream that is open stays, though a newer address is known: servers may name another
        /// one with each answer.
        var address: ChangeStreamAddress?
        /// The address that was found to be of no use.
        var refused: ChangeStreamAddress?
        var lastEventID = ""
        var running: Task<Void, Never>?
        /// Counts the runs, so that one that was ended says nothing any more.
        var run = 0
        var status = LiveStatus.off
    }

    /// What the source does while it waits, and by which time and chance.
    struct Surroundings: Sendable {
        var now: @Sendable () -> Date = { Date() }
        var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        /// Random numbers from 0 up to 1.
        var fraction: @Sendable () -> Double = { Double.random(in: 0..<1) }
    }

    /// What was announced.
    let changes = Observers<AnnouncedChange>()
    /// How the stream is.
    let statuses = Observers<LiveStatus>()
    private let transport: any StreamingTransport
    private let surroundings: Surroundings
    private let state = Mutex(State())

    init(transport: any StreamingTransport, _ surroundings: Surroundings) {
        self.transport = transport
        self.surroundings = surroundings
    }

    deinit { state.withLock { $0.running?.cancel() } }

    var status: LiveStatus { state.withLock(\.status) }

    /// Listens where the server's last answer says; nowhere for nil.
    ///
    /// - Parameter anew: whether a person asks, for whom also what was given up is tried, and what waits is not waited for.
    func follow(_ address: ChangeStreamAddress?, anew: Bool) {
        let former = state.withLock { state -> Task<Void, Never>? in
            state.address = address
            let former = state.running
            guard let address else {
                (state.running, state.refused) = (nil, nil)
                state.run += 1
                set(.off, &state)
                return former
            }
            var isWaiting = false
            if case .interrupted = state.status { isWaiting = true }
            guard anew && (isWaiting || former == nil) || former == nil && state.refused != address else { return nil }
            start(&state)
            return former
        }
        former?.cancel()
        statuses.deliver()
    }

    /// Listens where it is known to: the server's last answer was that nothing has changed.
    func resume(byHand: Bool) {
        guard let address = state.withLock(\.address) else { return }
        follow(address, anew: byHand)
    }

    private func start(_ state: inout State) {
        state.run += 1
        let run = state.run
        set(.connecting, &state)
        state.running = Task.detached { [weak self, transport, surroundings] in
            await Self.listen(run, transport, surroundings) { self }
        }
    }

    /// Opens the stream again and again. Between two steps nothing holds the listener, so that it can go.
    private static func listen(
        _ run: Int, _ transport: any StreamingTransport, _ surroundings: Surroundings,
        _ listener: () -> ChangeListener?
    ) async {
        var backoff = StreamBackoff()
        while !Task.isCancelled, let stream = listener()?.nextStream(of: run) {
            let ending = await stream.listen(over: transport) { notice in
                switch notice {
                case .opened: backoff.noteOpened(at: surroundings.now())
                case .retry(let milliseconds): backoff.note(retry: milliseconds)
                case .changed, .id: break
                }
                listener()?.hear(notice, of: run)
            }
            guard !Task.isCancelled else { return }
            guard case .lost(let reason, let retryAfter) = ending else {
                if case .over(let reason) = ending { listener()?.giveUp(stream.address, because: reason, of: run) }
                return
            }
            let now = surroundings.now()
            let wait = backoff.wait(at: now, retryAfter: retryAfter, fraction: surroundings.fraction())
            listener()?.report(.interrupted(reason: reason, nextTryAt: now.addingTimeInterval(wait)), of: run)
            try? await surroundings.pause(.seconds(wait))
        }
    }

    private func nextStream(of run: Int) -> ChangeStream? {
        report(.connecting, of: run)
        return state.withLock { state in
            guard state.run == run, let address = state.address else { return nil }
            return ChangeStream(address: address, lastEventID: state.lastEventID, now: surroundings.now)
        }
    }

    private func hear(_ notice: ChangeStream.Notice, of run: Int) {
        guard state.withLock({ $0.run == run }) else { return }
        switch notice {
        case .opened:
            report(.live, of: run)
            // What happened while nobody listened was not told.
            changes.notify(.missed)
        case .changed(let change): changes.notify(change)
        case .id(let id): state.withLock { $0.lastEventID = id }
        case .retry: break
        }
    }

    private func giveUp(_ address: ChangeStreamAddress, because reason: String, of run: Int) {
        state.withLock { state in
            guard state.run == run else { return }
            (state.running, state.refused) = (nil, address)
            set(.unavailable(reason: reason), &state)
        }
        statuses.deliver()
    }

    private func report(_ status: LiveStatus, of run: Int) {
        state.withLock { state in
            if state.run == run { set(status, &state) }
        }
        statuses.deliver()
    }

    private func set(_ status: LiveStatus, _ state: inout State) {
        guard state.status != status else { return }
        state.status = status
        statuses.enqueue(status)
    }
}

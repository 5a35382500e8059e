import ExperimentsCore
import ExperimentsTransport
import Foundation
import Locks

/// Keeps a server's stream of changes open, at the address that the server named last.
final class ChangeListener: Sendable {
    private struct State {
        /// The address to open next. An open stream stays open even if a newer address is known, because servers may
        /// name another one with each answer.
        var address: ChangeStreamAddress?
        /// The address that turned out to be useless.
        var refused: ChangeStreamAddress?
        var lastEventID = ""
        var running: Task<Void, Never>?
        /// The number of the run. A run that was ended reports nothing more.
        var run = 0
        var status = LiveStatus.off
    }

    /// The outside world for the listener: waiting, time and randomness.
    struct Surroundings: Sendable {
        var now: @Sendable () -> Date = { Date() }
        var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        /// Random numbers from 0 up to 1.
        var fraction: @Sendable () -> Double = { Double.random(in: 0..<1) }
    }

    /// The announced changes.
    let changes = Observers<AnnouncedChange>()
    /// The states of the stream.
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

    /// Listens at the address from the server's last answer; at none if it is nil.
    ///
    /// - Parameter anew: whether a person asked. In that case, an address that was given up is tried again, without
    ///   waiting.
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

    /// Listens at the known address, because the server's last answer was that nothing has changed.
    func resume(byHand: Bool) {
        guard let address = state.withLock(\.address) else { return }
        follow(address, anew: byHand)
    }

    private func start(_ state: inout State) {
        state.run += 1
        let run = state.run
        set(.connecting, &state)
        state.running = Task.detached { [weak self, transport, surroundings] in
            await Self.listen(run, over: transport, surroundings: surroundings) { self }
        }
    }

    /// Opens the stream repeatedly. Between two steps nothing retains the listener, so that it can be released.
    private static func listen(
        _ run: Int, over transport: any StreamingTransport, surroundings: Surroundings,
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
            // Changes without a listener were not announced.
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

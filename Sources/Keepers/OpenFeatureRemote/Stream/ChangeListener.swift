import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation

/// Keeps a server's stream of changes open, at the most recent URL from the server.
final class ChangeListener: Sendable {
    private struct State {
        /// The address to open next. An open stream stays open even if a newer address is known, because servers may
        /// name another one with each response.
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
        var clocks = Clocks()
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

    /// Listens at the address from the server's last response; stops listening if it is nil.
    ///
    /// - Parameter again: whether a person asked. In that case, an address that was abandoned is tried again, without
    ///   waiting.
    func follow(_ address: ChangeStreamAddress?, anew: Bool) {
        let former = state.withLock { state -> Task<Void, Never>? in
            state.address = address
            let former = state.running
            guard let address else {
                (state.running, state.refused) = (nil, nil)
                state.run += 1
                statuses.enqueue(.off, replacing: &state.status)
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

    /// Listens at the known address, because the server's last response was that nothing has changed.
    func resume(byHand: Bool) {
        guard let address = state.withLock(\.address) else { return }
        follow(address, anew: byHand)
    }

    private func start(_ state: inout State) {
        state.run += 1
        let run = state.run
        statuses.enqueue(.connecting, replacing: &state.status)
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
                case .opened: backoff.noteOpened(at: surroundings.clocks.steady())
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
            let wait = backoff.wait(
                at: surroundings.clocks.steady(), retryAfter: retryAfter, fraction: surroundings.fraction())
            let nextTry = surroundings.clocks.now().addingTimeInterval(wait)
            listener()?.report(.interrupted(reason: reason, nextTryAt: nextTry), of: run)
            try? await surroundings.pause(.seconds(wait))
        }
    }

    private func nextStream(of run: Int) -> ChangeStream? {
        report(.connecting, of: run)
        return state.withLock { state in
            guard state.run == run, let address = state.address else { return nil }
            return ChangeStream(address: address, lastEventID: state.lastEventID, now: surroundings.clocks.now)
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
            statuses.enqueue(.unavailable(reason: reason), replacing: &state.status)
        }
        statuses.deliver()
    }

    private func report(_ status: LiveStatus, of run: Int) {
        state.withLock { state in
            if state.run == run { statuses.enqueue(status, replacing: &state.status) }
        }
        statuses.deliver()
    }
}

/// Decides how long to wait before a stream is opened again. It is a value without a clock, and sends nothing.
///
/// The wait is a second after the first failure, and doubles with each further one, up to a minute. If the server asks
/// for a longer wait, that one applies. A stream that was open for a while resets the number of failures. A stream that
/// ends right after it was opened counts as a failure, so that a server that closes each connection immediately is not
/// asked continuously.
struct StreamBackoff: Sendable {
    /// The longest wait that doubling leads to, in seconds.
    static let longestWait: TimeInterval = 60
    /// The age, in seconds, below which a stream that ends counts as a failure.
    static let shortestStream: TimeInterval = 5

    private(set) var failures = 0
    private var openedAt: Date?
    private var asked: TimeInterval = 0

    /// Notes that the server opened a stream at `now`.
    mutating func noteOpened(at now: Date) {
        openedAt = now
    }

    /// Records that the server asked for a wait of this many milliseconds before a client reconnects.
    mutating func note(retry milliseconds: Int) {
        asked = min(Double(milliseconds) / 1000, Self.longestWait)
    }

    /// Returns the seconds to wait at `now`, when a stream has ended or could not be opened.
    ///
    /// - Parameters:
    ///   - retryAfter: the seconds that the response asks for.
    ///   - fraction: a random number from 0 up to 1, which spreads clients that were cut off together.
    mutating func wait(at now: Date, retryAfter: TimeInterval? = nil, fraction: Double) -> TimeInterval {
        if let openedAt, now.timeIntervalSince(openedAt) >= Self.shortestStream { failures = 0 }
        openedAt = nil
        failures += 1
        let doubled = min(RetryWait.shortest * exp2(Double(min(failures - 1, 30))), Self.longestWait)
        let spread = max(doubled * (0.5 + fraction / 2), RetryWait.shortest)
        return max(spread, asked, retryAfter ?? 0)
    }
}

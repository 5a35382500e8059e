import ExperimentsCore
import ExperimentsLocks
import Foundation

/// Keeps a stream of changes open, as a ``StreamMachine`` decides. What a stream is, and what comes over it, is the
/// caller's.
package final class StreamFollower: Sendable {
    /// Opens a stream, and reads it to its end. Its argument takes the signs of the connection, and says whether the
    /// connection is still wanted.
    package typealias Connection =
        @Sendable (_ hear: @escaping @Sendable (StreamSign) -> Bool) async -> StreamEnding

    /// The outside world: waiting, time and randomness.
    package struct Surroundings: Sendable {
        package var clocks: Clocks
        package var pause: @Sendable (Duration) async throws -> Void
        /// Random numbers from 0 up to 1.
        package var fraction: @Sendable () -> Double

        package init(
            clocks: Clocks = Clocks(),
            pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
            fraction: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
        ) {
            self.clocks = clocks
            self.pause = pause
            self.fraction = fraction
        }

        /// The seconds of the clock that is never set.
        fileprivate var seconds: TimeInterval { clocks.steady().timeIntervalSinceReferenceDate }
    }

    private struct Stream {
        let address: String
        let rules: StreamRetry.Rules
        let connection: Connection
    }

    private struct State {
        var machine = StreamMachine()
        /// The address and the connection to open next. An open stream stays open even if a newer address is known,
        /// because servers may name another one with each response.
        var next: Stream?
        var running: Task<Void, Never>?
    }

    /// The states of the stream.
    package let statuses = Observers<LiveStatus>()
    private let surroundings: Surroundings
    private let state = Mutex(State())

    /// Creates a follower that follows nothing yet.
    package init(in surroundings: Surroundings) {
        self.surroundings = surroundings
    }

    deinit { state.withLock { $0.running?.cancel() } }

    /// The state of the stream.
    package var status: LiveStatus { state.withLock(\.machine.status) }

    /// Whether the stream waits only because the server could not be reached.
    package var isUnreachable: Bool { state.withLock(\.machine.isUnreachable) }

    /// Follows a stream from now on.
    ///
    /// - Parameters:
    ///   - address: identifies the stream. One that refused is not asked again, unless `urgency` says so.
    ///   - rules: the waits.
    ///   - connection: opens the stream. It is retained until another stream is followed, or ``stop()``.
    package func follow(
        _ address: String, _ urgency: StreamMachine.Urgency, _ rules: StreamRetry.Rules,
        _ connection: @escaping Connection
    ) {
        follow(Stream(address: address, rules: rules, connection: connection), urgency)
    }

    private func follow(_ stream: Stream, _ urgency: StreamMachine.Urgency) {
        let former = update { state -> Task<Void, Never>? in
            state.next = stream
            guard let series = state.machine.want(stream.address, urgency, stream.rules) else { return nil }
            let former = state.running
            state.running = task(series)
            return former
        }
        former?.cancel()
    }

    /// Follows the stream again that was followed last; does nothing if there is none.
    package func resume(_ urgency: StreamMachine.Urgency = .usual) {
        guard let next = state.withLock(\.next) else { return }
        follow(next, urgency)
    }

    /// Closes the stream.
    ///
    /// - Parameter isWanted: whether somebody has followed it in the meantime, so that it stays open.
    package func stop(unless isWanted: () -> Bool = { false }) {
        let former = update { state -> Task<Void, Never>? in
            guard !isWanted() else { return nil }
            state.next = nil
            state.machine.stop()
            defer { state.running = nil }
            return state.running
        }
        former?.cancel()
    }

    /// Opens the stream repeatedly. Between two steps nothing retains the follower, so that it can be released.
    private func task(_ series: Int) -> Task<Void, Never> {
        Task.detached { [weak self, surroundings] in
            while !Task.isCancelled, let next = self?.begin(series) {
                let ending = await next.connection { [weak self] in self?.hear($0, of: series) ?? false }
                guard !Task.isCancelled, let wait = self?.end(series, ending, at: next.address) else {
                    return
                }
                try? await surroundings.pause(.seconds(wait))
            }
        }
    }

    private func begin(_ series: Int) -> Stream? {
        update { state in state.machine.begin(series) ? state.next : nil }
    }

    private func hear(_ sign: StreamSign, of series: Int) -> Bool {
        let now = surroundings.seconds
        return update { $0.machine.handle(sign, of: series, at: now) }
    }

    private func end(_ series: Int, _ ending: StreamEnding, at address: String) -> TimeInterval? {
        let now = surroundings.seconds
        let date = surroundings.clocks.now()
        let fraction = surroundings.fraction()
        return update { $0.machine.end(series, ending, of: address, at: now, date, fraction: fraction) }
    }

    /// Changes the state, and tells observers if the status is another.
    private func update<Result>(_ change: (inout State) -> Result) -> Result {
        let result = state.withLock { state in
            let status = state.machine.status
            let result = change(&state)
            if state.machine.status != status { statuses.enqueue(state.machine.status) }
            return result
        }
        statuses.deliver()
        return result
    }
}

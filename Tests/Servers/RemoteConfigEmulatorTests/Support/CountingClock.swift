import ExperimentsLocks

/// A clock on which every sleep is over at once, and which ends the sleeper after a number of them.
final class CountingClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let limit: Int
    private let state = Mutex((now: Instant(), sleeps: [Duration]()))

    init(limit: Int) {
        self.limit = limit
    }

    var now: Instant { state.withLock { $0.now } }
    let minimumResolution: Duration = .zero

    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try state.withLock { state in
            guard state.sleeps.count < limit else { throw CancellationError() }
            state.sleeps.append(state.now.duration(to: deadline))
            state.now = deadline
        }
    }
}

import Locks

/// Makes the parts of a server send signs of life on their streams from time to time.
final class Heartbeat: Sendable {
    private let parts: [any ServedPart]
    private let interval: Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(
        _ parts: [any ServedPart], every interval: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        (self.parts, self.interval, self.sleep) = (parts, interval, sleep)
    }

    deinit {
        stop()
    }

    /// Begins to beat, if it does not yet.
    func start() {
        task.withLock { task in
            guard task == nil else { return }
            task = Task { [parts, interval, sleep] in
                while (try? await sleep(interval)) != nil, !Task.isCancelled {
                    for part in parts { part.beat() }
                }
            }
        }
    }

    /// Beats no more.
    func stop() {
        task.withLock { $0.take() }?.cancel()
    }
}

import ExperimentsLocks

/// The longest time that a fetch may take. A fetch that takes longer is cancelled, and ends as a failure.
package struct FetchLimit: Sendable {
    private let duration: Duration
    private let failure: FetchFailure
    private let pause: @Sendable (Duration) async throws -> Void

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - duration: the longest time.
    ///   - failure: the failure of a fetch that takes longer.
    ///   - pause: waits for some time.
    package init(
        _ duration: Duration, failure: FetchFailure,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.duration = duration
        self.failure = failure
        self.pause = pause
    }

    /// Returns the result of `work`, or throws the failure if it takes too long, or `CancellationError` if the task of the
    /// caller is cancelled. Work that ignores its cancellation is not waited for.
    func result<Value: Sendable>(of work: @escaping @Sendable () async throws -> Value) async throws -> Value
    {
        let caller = Mutex<CheckedContinuation<Value, any Error>?>(nil)
        let tasks = Mutex<[Task<Void, Never>]>([])
        let end: @Sendable (Result<Value, any Error>) -> Void = { result in
            let waiting = caller.withLock { caller in
                defer { caller = nil }
                return caller
            }
            guard let waiting else { return }
            waiting.resume(with: result)
            for task in tasks.withLock({ $0 }) { task.cancel() }
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                caller.withLock { $0 = continuation }
                let started = [
                    Task.detached {
                        do { end(.success(try await work())) } catch { end(.failure(error)) }
                    },
                    Task.detached { [duration, failure, pause] in
                        do { try await pause(duration) } catch { return }
                        end(.failure(failure))
                    },
                ]
                tasks.withLock { $0 = started }
                // A task may have ended before the list was complete.
                if caller.withLock({ $0 == nil }) { for task in started { task.cancel() } }
                // The caller may have been cancelled before it waited.
                if Task.isCancelled { end(.failure(CancellationError())) }
            }
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }
}

extension RemoteConfigService {
    /// Ends later fetches that take too long.
    ///
    /// - Parameter limit: called when a fetch begins; nil for no limit.
    package func limitFetches(_ limit: @escaping @Sendable () -> FetchLimit?) { fetches.limit(limit) }
}

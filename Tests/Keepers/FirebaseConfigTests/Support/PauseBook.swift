import ExperimentsLocks
import TestSupport

/// Holds everything that waits for a length of time until the test lets it go on.
final class PauseBook: Sendable {
    private struct Pause {
        let id: Int
        let duration: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var waiting: [Pause] = []
        var nextID = 0
    }

    private let state = Mutex(State())

    func pause(_ duration: Duration) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock {
                    $0.waiting.append(Pause(id: id, duration: duration, continuation: continuation))
                }
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// How many wait now.
    var count: Int { state.withLock { $0.waiting.count } }

    /// Waits for somebody to pause, lets it go on, and says how long it would have waited.
    func release() async throws -> Duration {
        let pause = try await eventually("a pause") {
            self.state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        }
        pause.continuation.resume()
        return pause.duration
    }

    private func cancel(_ id: Int) {
        let pause = state.withLock { state in
            state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
        }
        pause?.continuation.resume(throwing: CancellationError())
    }
}

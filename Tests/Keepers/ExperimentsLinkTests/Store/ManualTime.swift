import ExperimentsCore
import ExperimentsLocks
import Foundation

/// A time that passes only when a test lets it, for those who wait.
final class ManualTime: Sendable {
    private struct State {
        var now = Duration.zero
        var waiting: [UUID: (until: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
    }

    private let state = Mutex(State())

    var now: Duration { state.withLock(\.now) }

    func pass(_ time: Duration) {
        let due = state.withLock { state in
            state.now += time
            let due = state.waiting.filter { $0.value.until <= state.now }
            for id in due.keys { state.waiting[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    func wait(until: Duration) async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if until <= state.now { return .success(()) }
                    state.waiting[id] = (until, continuation)
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.continuation.resume(
                throwing: CancellationError())
        }
    }
}

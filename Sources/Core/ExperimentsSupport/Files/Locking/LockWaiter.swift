import Dispatch
import Foundation
import Synchronization

/// Waits for a lock on a thread of its own, asleep, until the system hands it over: to those who wait in the order in
/// which they came. The system knows no such wait that ends after a time, so it is the thread that is left behind.
final class LockWaiter: Sendable {
    private struct State {
        var result: Result<Int32?, FileProblem>?
        var hasLeft = false
    }

    private let state = Mutex(State())
    private let isOver = DispatchSemaphore(value: 0)

    init(for lock: LockFile) {
        Thread.detachNewThread { [self] in
            finish(Result { () throws(FileProblem) in try lock.take(orReading: true, waiting: true) })
        }
    }

    /// The open file that has the lock, to be closed by the caller; nil where it was not had within a time.
    func place(within time: Duration) throws(FileProblem) -> Int32? {
        _ = isOver.wait(timeout: .now() + time.inSeconds)
        let result = state.withLock { state in
            defer { if case .success = state.result { state.result = .success(nil) } }
            return state.result
        }
        return try result?.get()
    }

    /// Waits no longer: a lock that comes is given back at once.
    func leave() {
        let unused = state.withLock { state in
            state.hasLeft = true
            defer { state.result = nil }
            return state.result
        }
        if case .success(let descriptor?) = unused { close(descriptor) }
    }

    private func finish(_ result: Result<Int32?, FileProblem>) {
        let isLate = state.withLock { state in
            if !state.hasLeft { state.result = result }
            return state.hasLeft
        }
        if isLate, case .success(let descriptor?) = result { close(descriptor) }
        isOver.signal()
    }
}

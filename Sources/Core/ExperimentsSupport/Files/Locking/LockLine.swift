import Dispatch
import Foundation
import Locks

/// The queue of processes that wait for the lock of a file.
///
/// A second lock is in front of the first, and its holder is next. So a process that has just released the lock and
/// wants it again comes after those who waited, and only one process at a time keeps asking for the lock itself. The
/// others sleep. If dozens of programs kept asking, little of the machine would be left for the one that holds the
/// lock.
struct LockLine {
    private let target: String
    private let lock: LockFile
    private let turn: LockFile

    /// How long the process that is next may make no progress before others overtake it. It may have been stopped.
    private static let courtesy: Duration = .milliseconds(250)
    /// How long to sleep before checking whether the processes in front make progress.
    private static let nap: Duration = .milliseconds(100)

    /// - Parameters:
    ///   - target: the guarded file.
    ///   - path: the path that an error shows.
    init(before target: String, naming path: String, calls: LockCalls = .system) {
        self.target = target
        lock = LockFile(path: target + ".lock", named: path, permissions: .like(target), calls: calls)
        let name = "." + PathText.name(of: target) + ".lock-line"
        turn = LockFile(
            path: PathText.join(PathText.folder(of: target), name), named: path, permissions: .like(target),
            calls: calls)
    }

    /// Waits for the lock.
    ///
    /// - Returns: the open file that holds it.
    func pass(_ limit: Duration) throws(FileProblem) -> Int32 {
        // Without a queue there is nobody to wait behind.
        if access(turn.path, F_OK) != 0, let descriptor = try lock.take(orReading: true) { return descriptor }
        var patience = LockPatience(limit, watching: [target, lock.path])
        var place = try turn.take(orReading: true)
        let waiter = place == nil ? LockWaiter(for: turn) : nil
        defer {
            waiter?.leave()
            if let place { close(place) }
        }
        while true {
            if place != nil || patience.idle() > Self.courtesy, let descriptor = try lock.take(orReading: true) {
                return descriptor
            }
            try patience.check(lock.path, naming: lock.named)
            if place == nil {
                place = try waiter?.place(within: Self.nap)
            } else {
                usleep(patience.waited < .seconds(1) ? 300 : 1_000)
            }
        }
    }
}

/// Waits for a lock on a separate thread until the system grants it, in the order in which processes asked. The system
/// offers no such wait with a time limit, so abandoning a wait leaves its thread behind.
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

    /// Returns the open file that holds the lock, which the caller must close; nil if the lock was not granted in time.
    func place(within time: Duration) throws(FileProblem) -> Int32? {
        _ = isOver.wait(timeout: .now() + time.inSeconds)
        let result = state.withLock { state in
            defer { if case .success = state.result { state.result = .success(nil) } }
            return state.result
        }
        return try result?.get()
    }

    /// Stops waiting. A lock that is granted later is released at once.
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

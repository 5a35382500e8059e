import Dispatch
import Foundation
import Locks

/// The line of those who wait for the lock of a file.
///
/// A second lock stands before the first: who holds it is next. So whoever has just given the lock back, and wants it
/// again at once, comes after those who waited; and only one at a time asks for the lock itself all the while. The others
/// sleep: dozens of programs that ask all the while would leave little of the machine to the one that is at work.
struct LockLine {
    private let target: String
    private let lock: LockFile
    private let turn: LockFile

    /// How long the one who is next may do nothing before others go past: it may have been stopped, too.
    private static let courtesy: Duration = .milliseconds(250)
    /// How long to sleep before looking whether those in front still get on.
    private static let nap: Duration = .milliseconds(100)

    /// - Parameters:
    ///   - target: the file that is guarded.
    ///   - path: what an error calls it.
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
    /// - Returns: the open file that has it.
    func pass(_ limit: Duration) throws(FileProblem) -> Int32 {
        // Without a line there is nobody to come after.
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

/// Waits for a lock on a thread of its own, asleep, until the system hands it over: to those who wait in the order in
/// which they came. The system has no such wait with a time limit, so a wait that is given up leaves its thread behind.
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

import Foundation

/// A thread that runs the tasks of one test, so that the test may block it: for a program, a terminal or a connection.
///
/// Other tests run on the threads that all tasks share, of which there are as many as processors. A test that blocks one
/// of those keeps them from running, and with it perhaps what it waits for.
@available(macOS 15, *)
final class TestThread: TaskExecutor, @unchecked Sendable {
    /// Guards everything below.
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var isOver = false

    init() {
        Thread.detachNewThread { [self] in
            while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isLate = locked {
            if !isOver { jobs.append(job) }
            condition.signal()
            return isOver
        }
        guard isLate else { return }
        Thread.detachNewThread { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Ends the thread once it has nothing to do.
    func end() {
        locked {
            isOver = true
            condition.signal()
        }
    }

    private func next() -> UnownedJob? {
        locked {
            while jobs.isEmpty, !isOver { condition.wait() }
            return jobs.isEmpty ? nil : jobs.removeFirst()
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body()
    }
}

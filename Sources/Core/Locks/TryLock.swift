/// A lock on which no thread ever waits: a thread that finds it taken does something else.
///
/// Taking it and letting it go is one exchange and one short call; it is part of what `ReadLanes` earns for keys with
/// numbers. Inlinable, so that what is guarded by it is known where it is used, in other modules too.
// Unchecked, because a pointer is never Sendable; what it points to is touched by whoever has the lock alone.
@usableFromInline
package struct TryLock<Value>: ~Copyable, @unchecked Sendable {
    @usableFromInline
    let isTaken = Atomic(false)
    @usableFromInline
    let place: UnsafeMutablePointer<Value>

    @inlinable
    package init(_ value: consuming Value) {
        place = .allocate(capacity: 1)
        place.initialize(to: value)
    }

    @inlinable
    deinit {
        place.deinitialize(count: 1)
        place.deallocate()
    }

    /// Calls `body` with the value, unless another thread has the lock; nil then.
    @inlinable
    package borrowing func withLockIfAvailable<Result>(_ body: (inout Value) -> Result) -> Result? {
        guard !isTaken.exchange(true, ordering: .acquiring) else { return nil }
        defer { letGo(of: isTaken) }
        return body(&place.pointee)
    }
}

/// Makes a lock free again.
///
/// Never inlined: the compiler (Swift 6.3) takes for granted that a store, even this one, frees no object, and moves the
/// counting of a reference that was read under the lock behind it. By then another thread, which has the lock now, may have
/// replaced and freed that object. Before a call it counts.
@usableFromInline
@inline(never)
func letGo(of isTaken: borrowing Atomic<Bool>) {
    isTaken.store(false, ordering: .releasing)
}

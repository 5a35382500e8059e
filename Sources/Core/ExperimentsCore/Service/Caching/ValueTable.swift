import Foundation

/// The cached data of keys, by name, for any number of threads that read at the same time.
///
/// A read may take 100 ns, so readers write to no memory that they share: each thread takes a lock that few others take,
/// and nothing counts references. With one lock, a read takes 170 ns on each of two cores, and with a count 300 ns.
final class ValueTable: @unchecked Sendable {
    struct Entry {
        /// The value that was resolved last, and the generation of the inputs that it was resolved from.
        var resolved: CachedValue?
        var generation = 0
        /// The value as a typed key has it.
        var typed = TypedValue()
    }

    /// The place of an entry, which stays the same as long as the table exists. Use it only while holding a lock.
    typealias Place = UnsafeMutablePointer<Entry>

    /// The value of a typed key as the app reads it.
    struct TypedValue {
        var box: ValueBox?
        /// The number of the change, or of the session, before which the value was read.
        var stamp = 0
        /// The object that views observe, if any has ever read the key.
        var observed: ObservedKey?
    }

    private static let lockCount = 8
    /// The distance between two locks, so that none is in a cache line of another.
    private static let lockStride = 128
    /// A reader holds the lock of its thread, and a writer holds all of them.
    private let locks: [UnsafeMutablePointer<pthread_rwlock_t>]
    private let lockMemory = UnsafeMutableRawPointer.allocate(
        byteCount: lockCount * lockStride, alignment: lockStride)
    private var places: [String: Place] = [:]

    init() {
        locks = (0..<Self.lockCount).map { [lockMemory] in
            (lockMemory + $0 * Self.lockStride).bindMemory(to: pthread_rwlock_t.self, capacity: 1)
        }
        for lock in locks {
            #if canImport(Glibc)
            // By default, glibc's lock lets no thread write as long as others keep reading.
            var attributes = pthread_rwlockattr_t()
            pthread_rwlockattr_init(&attributes)
            pthread_rwlockattr_setkind_np(&attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
            pthread_rwlock_init(lock, &attributes)
            #else
            pthread_rwlock_init(lock, nil)
            #endif
        }
    }

    deinit {
        for place in places.values {
            place.deinitialize(count: 1)
            place.deallocate()
        }
        for lock in locks { pthread_rwlock_destroy(lock) }
        lockMemory.deallocate()
    }

    /// The lock of the current thread. Threads differ in the pages of their stacks.
    private var lockOfThread: UnsafeMutablePointer<pthread_rwlock_t> {
        #if canImport(Glibc)
        let thread = UInt(pthread_self())
        #else
        let thread = UInt(bitPattern: pthread_self())
        #endif
        return locks[Int(thread >> 12) & (Self.lockCount - 1)]
    }

    /// Calls `body` with the cached data of the key called `name`. `body` must change nothing.
    func look<Result>(at name: String, _ body: (Place) -> Result?) -> Result? {
        let lock = lockOfThread
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return places[name].flatMap(body)
    }

    /// Returns the value of the key called `name` at the place in memory that `find` returns, or otherwise the result
    /// of `other`.
    ///
    /// - Parameters:
    ///   - name: the name of the key.
    ///   - find: returns the place of a `Value`, or nil. It must change nothing.
    ///   - other: returns the value if there is none. It may use the table.
    func value<Value>(of name: String, find: (Place) -> UnsafeRawPointer?, else other: () -> Value) -> Value {
        let lock = lockOfThread
        pthread_rwlock_rdlock(lock)
        guard let place = places[name], let value = find(place) else {
            pthread_rwlock_unlock(lock)
            return other()
        }
        defer { pthread_rwlock_unlock(lock) }
        return value.assumingMemoryBound(to: Value.self).pointee
    }

    /// Calls `body` to change the cached data of the key called `name`. Replaced objects must be released outside,
    /// because the deinitializer of a value may run any code.
    func update<Result>(_ name: String, _ body: (inout Entry) -> Result) -> Result {
        for lock in locks { pthread_rwlock_wrlock(lock) }
        defer { for lock in locks { pthread_rwlock_unlock(lock) } }
        if let place = places[name] { return body(&place.pointee) }
        let place = Place.allocate(capacity: 1)
        place.initialize(to: Entry())
        places[name] = place
        return body(&place.pointee)
    }
}

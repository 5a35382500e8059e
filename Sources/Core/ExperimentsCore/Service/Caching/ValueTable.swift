import Foundation

/// What is known of keys, by name, with a lock that any number of threads hold at once to read.
///
/// With a mutex, a thread that is interrupted while it reads makes all others wait: eight threads then take up to 5 µs for
/// a read, where 100 ns are allowed.
final class ValueTable: @unchecked Sendable {
    /// A class, because a look-up would count the references of all that a struct holds. It is used with the lock held
    /// alone.
    final class Entry {
        /// The value that was resolved last, and the generation of the inputs that it was resolved from.
        var resolved: CachedValue?
        var generation = 0
        /// The value as a typed key has it now, and as one has it that keeps it for a session.
        var typed = TypedValue()
        var kept = TypedValue()
    }

    /// The value of a typed key as the app reads it.
    struct TypedValue {
        var box: ValueBox?
        /// The number of the change, or of the session, before which the value was read.
        var stamp = 0
        /// What views observe, if any ever read the key.
        var observed: ObservedKey?
    }

    private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
    private var entries: [String: Entry] = [:]

    init() {
        #if canImport(Glibc)
        // By itself, glibc's lets no thread write for as long as others read by turns.
        var attributes = pthread_rwlockattr_t()
        pthread_rwlockattr_init(&attributes)
        pthread_rwlockattr_setkind_np(&attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
        pthread_rwlock_init(lock, &attributes)
        #else
        pthread_rwlock_init(lock, nil)
        #endif
    }

    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    /// Calls `body` with what is known of the key called `name`. `body` must change nothing.
    func look<Result>(at name: String, _ body: (Entry) -> Result?) -> Result? {
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return entries[name].flatMap(body)
    }

    /// Calls `body` to change what is known of the key called `name`. What it replaces must be released outside, because
    /// the deinitializer of a value may run any code.
    func update<Result>(_ name: String, _ body: (Entry) -> Result) -> Result {
        pthread_rwlock_wrlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        let entry = entries[name] ?? Entry()
        entries[name] = entry
        return body(entry)
    }
}

import Foundation
import Locks

/// Copies of resolved values in a few lanes, so that threads that read at the same time touch neither the same lock nor
/// the same reference count. `Lanes` says what this earns in figures.
///
/// No thread waits here. A thread that finds its lane in use, by another thread with the same lane or by one that was
/// interrupted, uses the next lane.
@usableFromInline
package final class ReadLanes: Sendable {
    @usableFromInline
    struct Lane: Sendable {
        var named: [String: NamedCopy] = [:]
        /// Copies for keys with a number, at the number modulo the length of the array.
        @usableFromInline
        var numbered: ContiguousArray<NumberedCopy> = []
    }

    struct NamedCopy: Sendable {
        let value: CachedValue
        let epoch: Int
    }

    @usableFromInline
    let lanes = Lanes { _ in TryLock(Lane()) }
    /// Counts the changes that make all copies outdated.
    @usableFromInline
    let epoch = Atomic(0)
    /// Counts the sessions, for keys that keep their values in one.
    @usableFromInline
    let session = Atomic(0)
    /// When an override ends by itself, as the bits of a `Double`: seconds since 2001.
    @usableFromInline
    let validUntil = Atomic(Double.infinity.bitPattern)
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Makes all copies outdated.
    func forget() {
        epoch.add(1, ordering: .releasing)
    }

    /// Begins another session, which makes the copies of session values outdated.
    package func beginSession() {
        session.add(1, ordering: .releasing)
    }

    func expire(at date: Date?) {
        let time = date?.timeIntervalSinceReferenceDate ?? .infinity
        validUntil.store(time.bitPattern, ordering: .relaxed)
    }

    @usableFromInline
    var isExpired: Bool {
        Double(bitPattern: validUntil.load(ordering: .relaxed)) <= now().timeIntervalSinceReferenceDate
    }

    /// The epoch of the copies that are up to date; nil if none is.
    var currentEpoch: Int? {
        let isEndless = validUntil.load(ordering: .relaxed) == Double.infinity.bitPattern
        return isEndless || !isExpired ? epoch.load(ordering: .acquiring) : nil
    }

    /// The copy of what was resolved for the key called `name`, if this lane has one of this epoch.
    @inline(__always)
    func value(named name: String, epoch: Int) -> CachedValue? {
        let first = lanes.currentIndex
        for step in 0..<lanes.all.count {
            let lane = lanes.all[(first &+ step) & (lanes.all.count &- 1)]
            let found = lane.value.withLockIfAvailable { lane -> CachedValue? in
                guard let copy = lane.named[name], copy.epoch == epoch else { return nil }
                return copy.value
            }
            if let found { return found }
        }
        return nil
    }

    /// Keeps a copy of `value` in this thread's lane.
    func keep(_ value: CachedValue, named name: String, epoch: Int) {
        let copy = NamedCopy(value: value.copy(), epoch: epoch)
        // The previous value is released after the lane is unlocked, because a deinitializer of the app may run any
        // code.
        _ = lanes.current.value.withLockIfAvailable { $0.named.updateValue(copy, forKey: name) }
    }
}

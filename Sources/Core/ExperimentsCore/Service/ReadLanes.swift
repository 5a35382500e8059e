import Foundation
import Synchronization

/// Copies of resolved values for a few lanes, so that threads that read at once touch memory of their own: neither a
/// lock's nor a reference count's.
///
/// Nobody waits here. A thread that finds its lane taken, because another one has the same or was interrupted in it,
/// takes the next.
final class ReadLanes: Sendable {
    private let lanes: [Lane]

    init() {
        // A power of two, so that a lane is found without a division; many more than processors, so that two threads
        // that run seldom have the same.
        var count = 16
        while count < min(ProcessInfo.processInfo.activeProcessorCount * 4, 64) { count *= 2 }
        lanes = (0..<count).map { _ in Lane() }
    }

    /// The copy of what was resolved for the key called `name`, if this lane has one of this epoch.
    @inline(__always)
    func value(named name: String, epoch: Int) -> CachedValue? {
        let first = firstLane
        for step in 0..<lanes.count {
            let lane = lanes[(first &+ step) & (lanes.count &- 1)]
            let found = lane.slots.withLockIfAvailable { slots -> CachedValue? in
                guard let slot = slots[name], slot.epoch == epoch else { return nil }
                return slot.value
            }
            if let found { return found }
        }
        return nil
    }

    /// Keeps a copy of `value` in this thread's lane.
    func keep(_ value: CachedValue, named name: String, epoch: Int) {
        let copy = Slot(value: value.copy(), epoch: epoch)
        // What was there is let go of when the lane is free again: a value of the app's may do anything when it ends.
        _ = lanes[firstLane].slots.withLockIfAvailable { $0.updateValue(copy, forKey: name) }
    }

    private var firstLane: Int {
        #if canImport(Darwin) || canImport(Musl)
        let thread = UInt64(UInt(bitPattern: pthread_self()))
        #else
        let thread = UInt64(pthread_self())
        #endif
        return Int(truncatingIfNeeded: (thread &* 0x9E37_79B9_7F4A_7C15) >> 40) & (lanes.count &- 1)
    }

    private struct Slot {
        let value: CachedValue
        let epoch: Int
    }

    private final class Lane: Sendable {
        let slots = Mutex<[String: Slot]>([:])
        // Fills the rest of two cache lines: what neighbours write must not slow this lane down.
        private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
        private let morePadding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
    }
}

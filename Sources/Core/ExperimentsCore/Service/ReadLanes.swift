import Synchronization

/// Copies of resolved values for a few lanes, so that threads that read at once touch memory of their own: neither a
/// lock's nor a reference count's. What that earns is said of `Lanes`.
///
/// Nobody waits here. A thread that finds its lane taken, because another one has the same or was interrupted in it,
/// takes the next.
final class ReadLanes: Sendable {
    private let lanes = Lanes { _ in Mutex([String: Slot]()) }

    /// The copy of what was resolved for the key called `name`, if this lane has one of this epoch.
    @inline(__always)
    func value(named name: String, epoch: Int) -> CachedValue? {
        let first = lanes.currentIndex
        for step in 0..<lanes.all.count {
            let lane = lanes.all[(first &+ step) & (lanes.all.count &- 1)]
            let found = lane.value.withLockIfAvailable { slots -> CachedValue? in
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
        _ = lanes.current.value.withLockIfAvailable { $0.updateValue(copy, forKey: name) }
    }

    private struct Slot {
        let value: CachedValue
        let epoch: Int
    }
}

import Locks

/// A resolved value whose type is checked by identity rather than by a cast, which would cost more than the look-up.
class CachedValue: @unchecked Sendable {
    /// What a report lists of the resolution.
    enum Verdict: Sendable {
        case fine
        case missing
        case incorrect(text: String)
    }

    /// The texts that a value was resolved from.
    struct Origin: Sendable, Equatable {
        /// Whether the source holds an entry, and its text.
        let entryText: String??
        let overrideText: String?

        init(_ entry: Snapshot.Entry?, override: String?) {
            entryText = entry.map(\.text)
            overrideText = override
        }
    }

    /// Who answered.
    enum Supplier: Sendable {
        /// The source or an override.
        case inputs
        /// `debugValue(for:)`, which by default answers with the override.
        case debug
        /// `customValue(for:)`.
        case custom
    }

    let verdict: Verdict
    let origin: Origin
    let supplier: Supplier
    let type: ObjectIdentifier
    /// Where the value is. In memory of its own, because the place of a generic subclass's property is known to the
    /// runtime alone, which takes as long to tell as all the rest of a read.
    private let place: UnsafeRawPointer

    fileprivate init(
        verdict: Verdict, origin: Origin, supplier: Supplier, type: ObjectIdentifier, place: UnsafeRawPointer
    ) {
        (self.verdict, self.origin, self.supplier, self.type) = (verdict, origin, supplier, type)
        self.place = place
    }

    /// An object of its own with the same value.
    func copy() -> CachedValue { self }

    /// The name of the value's type, for errors.
    var typeName: String { "" }

    final func isValue<Value: RemoteValue>(of _: Value.Type) -> Bool { type == ObjectIdentifier(Value.self) }

    /// The value, which must be of this type. No optional: for one of a generic type, too, the runtime would be asked.
    final func value<Value: RemoteValue>(as _: Value.Type) -> Value {
        place.assumingMemoryBound(to: Value.self).pointee
    }
}

final class TypedCachedValue<Value: RemoteValue>: CachedValue, @unchecked Sendable {
    private let memory: UnsafeMutablePointer<Value>

    var value: Value { memory.pointee }

    init(_ value: Value, _ verdict: Verdict, from origin: Origin, supplier: Supplier) {
        memory = .allocate(capacity: 1)
        memory.initialize(to: value)
        super.init(
            verdict: verdict, origin: origin, supplier: supplier, type: ObjectIdentifier(Value.self), place: memory)
    }

    deinit {
        memory.deinitialize(count: 1)
        memory.deallocate()
    }

    override var typeName: String { Value.declaredName }

    override func copy() -> CachedValue {
        TypedCachedValue(value, verdict, from: origin, supplier: supplier)
    }
}

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

import Locks

/// A resolved value whose type is checked by identity rather than by a cast, which would cost more than the look-up
/// itself.
class CachedValue: @unchecked Sendable {
    /// The result of the resolution, as a report lists it.
    enum Verdict: Sendable {
        case fine
        case missing
        case incorrect(text: String)
    }

    /// The texts that a value was resolved from.
    struct Origin: Sendable, Equatable {
        /// The text of the source's entry. The outer optional is nil if there is no entry, the inner one if the entry
        /// has no text.
        let entryText: String??
        let overrideText: String?

        init(_ entry: Snapshot.Entry?, override: String?) {
            entryText = entry.map(\.text)
            overrideText = override
        }
    }

    /// What supplied the value.
    enum Supplier: Sendable {
        /// The source or an override.
        case inputs
        /// `debugValue(for:)`, which by default returns the override.
        case debug
        /// `customValue(for:)`.
        case custom
    }

    let verdict: Verdict
    let origin: Origin
    let supplier: Supplier
    let type: ObjectIdentifier
    /// The address of the value, stored separately: the position of a property in a generic subclass is known only at
    /// run time, and asking the runtime for it takes as long as the rest of a read.
    private let place: UnsafeRawPointer

    fileprivate init(
        verdict: Verdict, origin: Origin, supplier: Supplier, type: ObjectIdentifier, place: UnsafeRawPointer
    ) {
        (self.verdict, self.origin, self.supplier, self.type) = (verdict, origin, supplier, type)
        self.place = place
    }

    /// Returns a separate object with the same value.
    func copy() -> CachedValue { self }

    /// The name of the value's type, for errors.
    var typeName: String { "" }

    final func isValue<Value: RemoteValue>(of _: Value.Type) -> Bool { type == ObjectIdentifier(Value.self) }

    /// Returns the value, which must have this type. The result is not optional, because an optional of a generic type
    /// would also need the runtime.
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

/// Copies of resolved values in a few lanes, so that threads that read at the same time touch neither the same lock nor
/// the same reference count. `Lanes` says what this earns in figures.
///
/// No thread waits here. A thread that finds its lane in use, by another thread with the same lane or by one that was
/// interrupted, uses the next lane.
final class ReadLanes: Sendable {
    private let lanes = Lanes { _ in Mutex([String: Slot]()) }

    /// Returns the copy for the key called `name`, if this lane has one from this epoch.
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

    /// Puts a copy of `value` into this thread's lane.
    func keep(_ value: CachedValue, named name: String, epoch: Int) {
        let copy = Slot(value: value.copy(), epoch: epoch)
        // The old value is released after the lane is free again, because the deinitializer of an app's value may do
        // anything.
        _ = lanes.current.value.withLockIfAvailable { $0.updateValue(copy, forKey: name) }
    }

    private struct Slot {
        let value: CachedValue
        let epoch: Int
    }
}

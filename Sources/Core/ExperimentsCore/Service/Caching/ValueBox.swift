/// A value of any type, which is read without a cast: its type is compared by identity, and its place is known without
/// asking the runtime. With a cast, a read would take more than the 100 ns that it may.
package class ValueBox: @unchecked Sendable {
    package let type: ObjectIdentifier
    /// Stored, because the place of a property in a generic subclass is known only to the runtime.
    private let place: UnsafeRawPointer

    fileprivate init(type: ObjectIdentifier, place: UnsafeRawPointer) {
        (self.type, self.place) = (type, place)
    }

    /// Returns a box with this value.
    package static func holding<Value: Sendable>(_ value: Value) -> ValueBox { TypedValueBox(value) }

    package final func holds<Value: Sendable>(_: Value.Type) -> Bool { type == ObjectIdentifier(Value.self) }

    /// Returns the value, which must have this type. Not an optional, which would need the runtime, too.
    package final func value<Value: Sendable>(as _: Value.Type) -> Value {
        precondition(holds(Value.self))
        return place.assumingMemoryBound(to: Value.self).pointee
    }
}

private final class TypedValueBox<Value: Sendable>: ValueBox, @unchecked Sendable {
    private let memory: UnsafeMutablePointer<Value>

    init(_ value: Value) {
        memory = .allocate(capacity: 1)
        memory.initialize(to: value)
        super.init(type: ObjectIdentifier(Value.self), place: memory)
    }

    deinit {
        memory.deinitialize(count: 1)
        memory.deallocate()
    }
}

/// A resolved value, and how it was resolved.
struct CachedValue: Sendable {
    /// The result of the resolution, as a report lists it.
    enum Verdict: Sendable {
        case fine
        case missing
        case incorrect(text: String)
    }

    /// The strings that a value was resolved from.
    struct Origin: Sendable, Equatable {
        /// The text of the source's entry. The outer optional is nil if there is no entry, the inner one if the entry
        /// has no text.
        let entryText: String??
        let overrideText: String?
        /// The number of the user whose value it is.
        let user: Int

        init(_ entry: Snapshot.Entry?, override: String?, user: Int) {
            entryText = entry.map(\.text)
            overrideText = override
            self.user = user
        }
    }

    /// The supplier of the value.
    enum Supplier: Sendable {
        /// The source or an override.
        case inputs
        /// `debugValue(for:)`, which by default returns the override.
        case debug
        /// `customValue(for:)`.
        case custom
    }

    let box: ValueBox
    let verdict: Verdict
    let origin: Origin
    let supplier: Supplier
    let type: any RemoteValue.Type

    init<Value: RemoteValue>(_ value: Value, _ verdict: Verdict, from origin: Origin, supplier: Supplier) {
        box = .holding(value)
        self.verdict = verdict
        self.origin = origin
        self.supplier = supplier
        type = Value.self
    }
}

/// A value of any type, which is read without a cast: its type is compared by identity, and its place is known without
/// asking the runtime. With a cast, a read would take more than the 100 ns that it may.
package class ValueBox: @unchecked Sendable {
    private let type: ObjectIdentifier
    /// Stored, because the place of a property in a generic subclass is known only to the runtime.
    private let place: UnsafeRawPointer

    fileprivate init(type: ObjectIdentifier, place: UnsafeRawPointer) {
        self.type = type
        self.place = place
    }

    /// Returns a box with this value.
    package static func holding<Value: Sendable>(_ value: Value) -> ValueBox { TypedValueBox(value) }

    /// Returns the place of the value, which is valid for as long as the box; nil if the value has another type.
    final func place<Value: Sendable>(of _: Value.Type) -> UnsafeRawPointer? {
        type == ObjectIdentifier(Value.self) ? place : nil
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

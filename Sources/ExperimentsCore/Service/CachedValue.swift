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
    private let type: ObjectIdentifier

    fileprivate init(verdict: Verdict, origin: Origin, supplier: Supplier, type: ObjectIdentifier) {
        (self.verdict, self.origin, self.supplier, self.type) = (verdict, origin, supplier, type)
    }

    final func value<Value: RemoteValue>(as _: Value.Type) -> Value? {
        guard type == ObjectIdentifier(Value.self) else { return nil }
        return unsafeDowncast(self, to: TypedCachedValue<Value>.self).value
    }
}

final class TypedCachedValue<Value: RemoteValue>: CachedValue, @unchecked Sendable {
    let value: Value

    init(_ value: Value, _ verdict: Verdict, from origin: Origin, supplier: Supplier) {
        self.value = value
        super.init(verdict: verdict, origin: origin, supplier: supplier, type: ObjectIdentifier(Value.self))
    }
}

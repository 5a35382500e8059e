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

    let verdict: Verdict
    let origin: Origin
    /// Whether the value is what `debugValue(for:)` answered.
    let isDebugValue: Bool
    private let type: ObjectIdentifier

    fileprivate init(verdict: Verdict, origin: Origin, isDebugValue: Bool, type: ObjectIdentifier) {
        (self.verdict, self.origin, self.isDebugValue, self.type) = (verdict, origin, isDebugValue, type)
    }

    final func value<Value: RemoteValue>(as _: Value.Type) -> Value? {
        guard type == ObjectIdentifier(Value.self) else { return nil }
        return unsafeDowncast(self, to: TypedCachedValue<Value>.self).value
    }
}

final class TypedCachedValue<Value: RemoteValue>: CachedValue, @unchecked Sendable {
    let value: Value

    init(_ value: Value, _ verdict: Verdict, from origin: Origin, isDebugValue: Bool) {
        self.value = value
        super.init(verdict: verdict, origin: origin, isDebugValue: isDebugValue, type: ObjectIdentifier(Value.self))
    }
}

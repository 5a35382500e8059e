/// A resolved value whose type is checked by identity rather than by a cast, which would cost more than the look-up.
class CachedValue: @unchecked Sendable {
    /// What a report lists of the resolution.
    enum Verdict: Sendable {
        case fine
        case missing
        case incorrect(text: String)
    }

    let verdict: Verdict
    private let type: ObjectIdentifier

    fileprivate init(verdict: Verdict, type: ObjectIdentifier) {
        self.verdict = verdict
        self.type = type
    }

    static func make<Value: RemoteValue>(_ value: Value, _ verdict: Verdict) -> CachedValue {
        TypedCachedValue(value: value, verdict: verdict)
    }

    func value<Value: RemoteValue>(as _: Value.Type) -> Value? {
        guard type == ObjectIdentifier(Value.self) else { return nil }
        return unsafeDowncast(self, to: TypedCachedValue<Value>.self).value
    }
}

private final class TypedCachedValue<Value: RemoteValue>: CachedValue, @unchecked Sendable {
    let value: Value

    init(value: Value, verdict: Verdict) {
        self.value = value
        super.init(verdict: verdict, type: ObjectIdentifier(Value.self))
    }
}

/// A resolved value, and how it was resolved.
struct CachedValue: Sendable {
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

    let box: ValueBox
    let verdict: Verdict
    let origin: Origin
    let supplier: Supplier
    let type: any RemoteValue.Type

    init<Value: RemoteValue>(_ value: Value, _ verdict: Verdict, from origin: Origin, supplier: Supplier) {
        box = .holding(value)
        (self.verdict, self.origin, self.supplier) = (verdict, origin, supplier)
        type = Value.self
    }
}

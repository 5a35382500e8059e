import ExperimentsCore

// What the compiler says of mistakes that are easily made. Without these declarations, it lists all candidates, or asks
// for a bug report. None of them can be called, so their bodies only have to compile.

extension RemoteConfigService {
    /// Not available: the value of a key has the type that the key was declared with.
    @available(*, unavailable, message: "the key's values have another type than is expected here")
    @_disfavoredOverload
    public subscript<Value, Expected>(key: Key<Value>) -> Expected { while true {} }
}

extension Key {
    /// Not available: lists are JSON documents.
    @available(*, unavailable, message: "a list is read as JSON: write Key(\"name\", json: …)")
    @_disfavoredOverload
    public convenience init<Element: Sendable>(_ name: String, default defaultValue: [Element])
    where Value == [Element] { while true {} }

    /// Not available: dictionaries are JSON documents.
    @available(*, unavailable, message: "a dictionary is read as JSON: write Key(\"name\", json: …)")
    @_disfavoredOverload
    public convenience init<Element: Sendable>(_ name: String, default defaultValue: [String: Element])
    where Value == [String: Element] { while true {} }

    /// Not available: a key with a default is never nil.
    @available(
        *, unavailable, message: "a key without a default says how it is read: write Key(\"name\", optional: .string())"
    )
    @_disfavoredOverload
    public convenience init<Wrapped: Sendable>(_ name: String, default defaultValue: Wrapped?)
    where Value == Wrapped? { while true {} }
}

extension Key where Value == Float {
    /// Not available: decimal numbers are of the type `Double`.
    @available(*, unavailable, message: "write Key<Double>: decimal numbers are read as Double")
    public convenience init(_ name: String, default defaultValue: Float) { while true {} }
}

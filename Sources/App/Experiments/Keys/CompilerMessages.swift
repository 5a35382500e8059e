import ExperimentsCore

// Compiler messages for common mistakes. Without these declarations, the compiler lists all candidates, says what is
// wrong but not what to write, or asks for a bug report. None of them can be called, so their bodies only have to compile.

extension RemoteConfigService {
    /// Not available: the value of a key has the type that the key was declared with.
    @available(*, unavailable, message: "the key's values have another type than is expected here")
    @_disfavoredOverload
    public subscript<Value, Expected>(key: Key<Value>) -> Expected { while true {} }

    /// Not available: only declared keys are read like this.
    @available(
        *, unavailable,
        message:
            "declare the key with its default, extension Keys { static let columns = Key(\"columns\", default: 3) }, and read service[.columns]"
    )
    @_disfavoredOverload
    public subscript<Name: StringProtocol>(name: Name) -> Name { while true {} }

    /// Not available: the values of an enum's cases are remote values.
    @available(*, unavailable, message: "read a case of an enum of keys with remoteValue(for:)")
    @_disfavoredOverload
    public subscript(key: any RemoteKey & RawRepresentable) -> Never { while true {} }

    /// Not available: the values of a key may be of a plain type.
    @available(*, unavailable, message: "read a key of Keys with a subscript: service[.columns]")
    @_disfavoredOverload
    public func remoteValue<Value>(for key: Key<Value>) -> Value { while true {} }

    /// Not available: the value of a key has the type that the key was declared with.
    @available(*, unavailable, message: "the key's values have another type than is expected here")
    @_disfavoredOverload
    public func pendingValue<Value, Expected>(of key: Key<Value>) -> Expected? { while true {} }

    /// Not available: an override is a value of the key.
    @available(*, unavailable, message: "the value has another type than the key's values")
    @_disfavoredOverload
    public func override<Value, Other>(_ key: Key<Value>, with value: Other, author: String? = nil) throws {
        while true {}
    }

    /// Not available: a document may be in a bundle, in a file or in memory.
    @available(
        *, unavailable,
        message: "say where the document is: defaults(from: .bundle(\"RemoteConfigDefaults\")) or .file"
    )
    @_disfavoredOverload
    public func defaults(from name: String) throws { while true {} }

    /// Not available: the defaults in code are those of the keys.
    @available(*, unavailable, message: "give each key its default: Key(\"columns\", default: 3)")
    @_disfavoredOverload
    public func defaults<Value>(from values: [String: Value]) throws { while true {} }
}

extension Remote {
    /// Not available: the value of a property has the type that its key was declared with.
    @available(*, unavailable, message: "the key's values have another type than the property")
    @_disfavoredOverload
    public init<Other>(_ key: Key<Other>, in service: RemoteConfigService? = nil) { while true {} }

    /// Not available: keys are declared.
    @available(
        *, unavailable,
        message:
            "declare the key with its default, extension Keys { static let columns = Key(\"columns\", default: 3) }, and write @Remote(.columns)"
    )
    @_disfavoredOverload
    public init(_ name: String) { while true {} }

    /// Not available: the default of a property is that of its key.
    @available(*, unavailable, message: "the default is that of the key: write @Remote(.columns) var columns")
    public init<Other>(wrappedValue: Value, _ key: Key<Other>, in service: RemoteConfigService? = nil) {
        while true {}
    }
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
        *, unavailable,
        message:
            "write Key(\"name\", json: …) for a Codable type (in a catalog @KeyDetails(isJSON: true)), Int for other whole numbers, and Key(\"name\", optional: .string()) for an optional; give an enum a raw type, such as String"
    )
    @_disfavoredOverload
    public convenience init<Wrapped: Sendable>(_ name: String, default defaultValue: Wrapped?)
    where Value == Wrapped? { while true {} }

    /// Not available: what reads the values of an optional key is a `ValueReading`.
    @available(*, unavailable, message: "say how values are read: optional: .string(), .int(), .bool, .url …")
    @_disfavoredOverload
    public convenience init<Wrapped: Sendable>(_ name: String, optional type: Wrapped.Type)
    where Value == Wrapped? { while true {} }

    /// Not available: the valid values of an enum are its cases.
    @available(*, unavailable, message: "leave out oneOf: the valid values are the cases of the enum")
    @_disfavoredOverload
    public convenience init(_ name: String, default defaultValue: Value, oneOf cases: [Value])
    where Value: RawRepresentable { while true {} }
}

extension Key where Value: Comparable {
    /// Not available: ranges have a last number.
    @available(*, unavailable, message: "write a range with its last number: 1...6")
    @_disfavoredOverload
    public convenience init(_ name: String, default defaultValue: Value, in range: Range<Value>) {
        while true {}
    }
}

extension Key where Value == Float {
    /// Not available: decimal numbers are of the type `Double`.
    @available(*, unavailable, message: "write Key<Double>: decimal numbers are read as Double")
    public convenience init(_ name: String, default defaultValue: Float) { while true {} }
}

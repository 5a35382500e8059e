import ExperimentsCore

/// Converts texts to values of a type and back: it says which texts are valid, which value each has, and how a value is
/// written.
///
/// Most types need none, because keys know how to read them. Write one for a type of your own:
///
/// ```swift
/// extension ValueReading<Character> {
///     static let letter = ValueReading(
///         ValueSchema(kind: .string), expecting: "one letter",
///         value: { $0.count == 1 ? $0.first : nil }, text: { String($0) })
/// }
/// ```
public struct ValueReading<Value: Sendable>: Sendable {
    /// The texts that are valid.
    public let schema: ValueSchema
    private let decoding: @Sendable (String) throws(IncorrectValue) -> Value
    private let encoding: @Sendable (Value) -> String?

    /// Creates a reading.
    ///
    /// - Parameters:
    ///   - schema: the texts that are valid, as far as a schema can say it.
    ///   - expectation: the valid texts in words that complete "expected ..."; by default, those of the schema.
    ///   - value: returns the value of a text that the schema allows, or nil if the text has none.
    ///   - text: returns the text of a value, from which `value` makes the same value again.
    public init(
        _ schema: ValueSchema, expecting expectation: String? = nil,
        value: @escaping @Sendable (String) -> Value?, text: @escaping @Sendable (Value) -> String
    ) {
        self.init(schema) { (found) throws(IncorrectValue) in
            try schema.check(found)
            if let value = value(found) { return value }
            let expected = expectation ?? schema.expectation
            throw IncorrectValue(expected: expected, found: found, reason: "not \(expected)")
        } encode: {
            text($0)
        }
    }

    init(
        _ schema: ValueSchema, decode: @escaping @Sendable (String) throws(IncorrectValue) -> Value,
        encode: @escaping @Sendable (Value) -> String?
    ) {
        (self.schema, decoding, encoding) = (schema, decode, encode)
    }

    /// Returns the value of a text.
    ///
    /// - Throws: `IncorrectValue` with the reason why the text is not valid.
    public func value(of text: String) throws(IncorrectValue) -> Value { try decoding(text) }

    /// Returns the text of a value; nil for a value without a text, such as a nil optional.
    public func text(of value: Value) -> String? { encoding(value) }

    /// The same conversion for optional values. An empty text is nil.
    public var optional: ValueReading<Value?> {
        ValueReading<Value?>(schema) { (text) throws(IncorrectValue) in
            text.isEmpty ? nil : try value(of: text)
        } encode: { value in
            value.flatMap { text(of: $0) }
        }
    }
}

extension ValueReading where Value: RemoteValue {
    /// The conversion of a type that is a remote value itself.
    public static var own: ValueReading<Value> {
        ValueReading(Value.schema) { (text) throws(IncorrectValue) in
            try Value.decode(text)
        } encode: { value in
            let text = value.remoteText
            // A value that is made from JSON but cannot be encoded has no text.
            return text.isEmpty && Value.schema.kind == .json ? nil : text
        }
    }
}

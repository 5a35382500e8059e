import ExperimentsCore

/// How a key makes values of a type from texts: which texts are valid, the value of each, and the text of a value.
///
/// The types that most keys have are read without one. Write one for a type of your own:
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
    ///   - value: the value of a text that the schema allows; nil where it has none.
    ///   - text: the text of a value, from which `value` makes it again.
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

    /// The value of a text, or the reason why it has none.
    public func value(of text: String) throws(IncorrectValue) -> Value { try decoding(text) }

    /// The text of a value; nil where it has none, as the absence of an optional value.
    public func text(of value: Value) -> String? { encoding(value) }

    /// The same for optional values: an empty text is nil.
    public var optional: ValueReading<Value?> {
        ValueReading<Value?>(schema) { (text) throws(IncorrectValue) in
            text.isEmpty ? nil : try value(of: text)
        } encode: { value in
            value.flatMap { text(of: $0) }
        }
    }
}

extension ValueReading where Value: RemoteValue {
    /// The reading of a type that is a remote value by itself.
    public static var own: ValueReading<Value> {
        ValueReading(Value.schema) { (text) throws(IncorrectValue) in
            try Value.decode(text)
        } encode: { value in
            let text = value.remoteText
            // One that is made from JSON and cannot be written as such has no text.
            return text.isEmpty && Value.schema.kind == .json ? nil : text
        }
    }
}

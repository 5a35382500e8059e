import Foundation

/// Converts strings to values of a type and back. It defines which strings are valid, the value of each, and the text
/// of a value.
///
/// Most types need none, because keys know how to read them. Write one for your own type:
///
/// ```swift
/// extension ValueReading<Character> {
///     static let letter = ValueReading(
///         ValueSchema(kind: .string), expecting: "one letter",
///         value: { $0.count == 1 ? $0.first : nil }, text: { String($0) })
/// }
/// ```
public struct ValueReading<Value: Sendable>: Sendable {
    /// The strings that are valid.
    public let schema: ValueSchema
    private let decoding: @Sendable (String) throws(IncorrectValue) -> Value
    private let encoding: @Sendable (Value) -> String?
    /// Returns the members of a JSON document that are those of a default, because the document lacks them.
    private var completing: @Sendable (String) -> [String] = { _ in [] }

    /// Creates a reading.
    ///
    /// - Parameters:
    ///   - schema: the strings that are valid, as far as a schema can express it.
    ///   - expectation: the valid strings in words that complete "expected ..."; by default, those of the schema.
    ///   - value: returns the value of a string that the schema allows, or nil if the text has none.
    ///   - text: returns the text of a value, from which `value` creates the same value again.
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
        self.schema = schema
        decoding = decode
        encoding = encode
    }

    /// Returns the value of a string.
    ///
    /// - Throws: `IncorrectValue` with the reason why the text is not valid.
    public func value(of text: String) throws(IncorrectValue) -> Value { try decoding(text) }

    /// Returns the members of a JSON document that the value takes from a default, because the document lacks them.
    package func membersFromDefault(in text: String) -> [String] { completing(text) }

    /// Returns the text of a value; nil for a value without a string, such as a nil optional.
    public func text(of value: Value) -> String? { encoding(value) }

    /// The same conversion for optional values. An empty text means nil.
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
            // A value that is created from JSON but cannot be encoded has no text.
            return text.isEmpty && Value.schema.kind == .json ? nil : text
        }
    }
}

extension ValueReading where Value == Bool {
    /// Reads `true`, `false` and their spellings, such as `on` and `0`.
    public static var bool: ValueReading<Bool> {
        ValueReading(
            ValueSchema(kind: .bool), value: { BooleanText.value(of: $0) }, text: { $0 ? "true" : "false" })
    }
}

extension ValueReading where Value == Int {
    /// Reads whole numbers in decimal digits.
    ///
    /// - Parameter range: the valid numbers. By default, all.
    public static func int(in range: ClosedRange<Int> = Int.min...Int.max) -> ValueReading<Int> {
        let schema = ValueSchema(kind: .int, range: range.bounds)
        return ValueReading(
            schema, value: { text in NumberText.integer(text).flatMap { range.contains($0) ? $0 : nil } },
            text: { String($0) })
    }
}

extension ValueReading where Value == Double {
    /// Reads decimal numbers, such as `0.5` and `1e3`.
    ///
    /// - Parameter range: the valid numbers. By default, all finite numbers.
    public static func double(
        in range: ClosedRange<Double> = -Double.infinity...Double.infinity
    ) -> ValueReading<Double> {
        let schema = ValueSchema(kind: .double, range: range.isBounded ? range : nil)
        return ValueReading(schema, value: { NumberText.double($0) }, text: { NumberText.text(of: $0) })
    }
}

extension ValueReading where Value == String {
    /// Reads a string unchanged.
    ///
    /// - Parameter cases: the valid strings; empty if any text is valid.
    public static func string(oneOf cases: [String] = []) -> ValueReading<String> {
        ValueReading(ValueSchema(kind: .string, cases: cases), value: { $0 }, text: { $0 })
    }
}

extension ValueReading where Value == String {
    /// Reads a JSON document as its text, for documents that no type describes.
    public static var jsonText: ValueReading<String> {
        ValueReading(ValueSchema(kind: .json), value: { $0 }, text: { $0 })
    }
}

extension ValueReading where Value == Decimal {
    /// Reads decimal numbers exactly, such as `19.99`, to the 38 digits that a `Decimal` has.
    ///
    /// - Parameter range: the valid numbers. By default, all.
    public static func decimal(
        in range: ClosedRange<Double> = -Double.infinity...Double.infinity
    ) -> ValueReading<Decimal> {
        let schema = ValueSchema(kind: .double, range: range.isBounded ? range : nil)
        return ValueReading(
            schema, value: { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) },
            text: { "\($0)" })
    }
}

extension ValueReading where Value == URL {
    /// Reads addresses with a scheme, such as `https://example.com/help`.
    public static var url: ValueReading<URL> {
        ValueReading(
            ValueSchema(kind: .url), value: { ValueSchema.url(from: $0) }, text: { $0.absoluteString })
    }
}

extension ValueReading where Value == Date {
    /// Reads times as RFC 3339 writes them, such as `2026-03-01T09:30:00Z`.
    public static var date: ValueReading<Date> {
        ValueReading(
            ValueSchema(kind: .date), value: { RFC3339.date(from: $0) },
            text: { RFC3339.shortestText(of: $0) })
    }
}

extension ValueReading where Value == Duration {
    /// Reads lengths of time with their units, such as `250ms`, `30s` and `1h30m`, to the millisecond.
    public static var duration: ValueReading<Duration> {
        ValueReading(
            ValueSchema(kind: .duration), value: { DurationText.duration(from: $0) }, text: { $0.exactText })
    }
}

extension Duration {
    /// The length of time in the largest unit that leaves no fraction.
    fileprivate var exactText: String {
        let (seconds, attoseconds) = components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        guard milliseconds == 0 else { return "\(seconds == 0 ? "" : "\(seconds)s")\(milliseconds)ms" }
        for (unit, length) in [("d", Int64(86400)), ("h", 3600), ("m", 60)]
        where seconds != 0 && seconds % length == 0 {
            return "\(seconds / length)\(unit)"
        }
        return "\(seconds)s"
    }
}

extension ClosedRange<Double> {
    fileprivate var isBounded: Bool { lowerBound.isFinite || upperBound.isFinite }
}

extension ClosedRange<Int> {
    /// The bounds that a schema has; nil if there are none.
    fileprivate var bounds: ClosedRange<Double>? {
        let lower = lowerBound == .min ? -Double.infinity : Double(lowerBound)
        let upper = upperBound == .max ? Double.infinity : Double(upperBound)
        let range = lower...upper
        return range.isBounded ? range : nil
    }
}

extension ValueReading where Value: RawRepresentable, Value.RawValue == String {
    /// Reads the raw values of a type.
    public static var rawValues: ValueReading<Value> { rawTexts(cases: []) }

    /// - Parameter cases: the valid strings; empty if the type does not list them.
    fileprivate static func rawTexts(cases: [String]) -> ValueReading<Value> {
        ValueReading(
            ValueSchema(kind: .string, cases: cases), expecting: cases.isEmpty ? "a \(Value.self)" : nil,
            value: { Value(rawValue: $0) }, text: { $0.rawValue })
    }
}

extension ValueReading where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// Reads the cases of an enum.
    public static var rawValues: ValueReading<Value> { rawTexts(cases: Value.allCases.map(\.rawValue)) }
}

extension ValueReading where Value: RawRepresentable, Value.RawValue == Int {
    /// Reads the raw values of a type, which are whole numbers.
    public static var rawValues: ValueReading<Value> {
        ValueReading(
            ValueSchema(kind: .int), expecting: "a number that is a \(Value.self)",
            value: { NumberText.integer($0).flatMap(Value.init(rawValue:)) }, text: { String($0.rawValue) })
    }
}

extension ValueReading where Value: RawRepresentable & CaseIterable, Value.RawValue == Int {
    /// Reads the cases of an enum, which are whole numbers.
    public static var rawValues: ValueReading<Value> {
        ValueReading(
            ValueSchema(kind: .string, cases: Value.allCases.map { String($0.rawValue) }),
            value: { NumberText.integer($0).flatMap(Value.init(rawValue:)) }, text: { String($0.rawValue) })
    }
}

extension ValueReading where Value: Codable {
    /// Reads a JSON document in UTF-8. A document that lacks a member which the type needs is incorrect.
    public static var json: ValueReading<Value> { json(standard: { nil }) }

    /// Reads a JSON document in UTF-8. Members that the type needs and the document lacks are those of a default.
    ///
    /// - Parameter defaultValue: the value with the members of documents that lack them.
    public static func json(completedBy defaultValue: Value) -> ValueReading<Value> {
        json(standard: { JSONValue.encoding(defaultValue) })
    }

    private static func json(standard: @escaping @Sendable () -> JSONValue?) -> ValueReading<Value> {
        let schema = ValueSchema(kind: .json)
        var reading = ValueReading(schema) { (text) throws(IncorrectValue) in
            try schema.check(text)
            do {
                return try CompletedDocument<Value>(Data(text.utf8), standard: standard).value
            } catch {
                throw IncorrectValue(
                    expected: "JSON of a \(Value.self)", found: text,
                    reason: (error as? DecodingError)?.reason ?? "refused by \(Value.self)")
            }
        } encode: { value in
            let encoder = JSONEncoder()
            // The keys are sorted, so that equal values have equal texts.
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
        }
        reading.completing = { text in
            (try? CompletedDocument<Value>(Data(text.utf8), standard: standard).added) ?? []
        }
        return reading
    }
}

extension DecodingError {
    /// The reason with its place, for example `no member 'title'` or `items.0 is no Int`.
    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, let context): "no member \"\(Self.path(context.codingPath + [key]))\""
        case .typeMismatch(let type, let context): "\(Self.place(context)) is not a \(type)"
        case .valueNotFound(let type, let context): "\(Self.place(context)) is null, not a \(type)"
        case .dataCorrupted(let context): "\(Self.place(context)) is not valid"
        @unknown default: "not readable"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }

    private static func place(_ context: Context) -> String {
        context.codingPath.isEmpty ? "the document" : "member \"\(path(context.codingPath))\""
    }
}

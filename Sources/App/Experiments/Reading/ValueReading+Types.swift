import ExperimentsCore
import Foundation

extension ValueReading where Value: RawRepresentable, Value.RawValue == String {
    /// Reads the raw values of a type.
    public static var rawValues: ValueReading<Value> { rawTexts(cases: []) }

    /// - Parameter cases: the valid texts; empty if the type does not list them.
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
    public static var json: ValueReading<Value> {
        let schema = ValueSchema(kind: .json)
        return ValueReading(schema) { (text) throws(IncorrectValue) in
            try schema.check(text)
            do {
                return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
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
    }
}

extension DecodingError {
    /// The reason with its place, for example `no member 'title'` or `items.0 is no Int`.
    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, let context): "no member '\(Self.path(context.codingPath + [key]))'"
        case .typeMismatch(let type, let context): "\(Self.place(context)) is no \(type)"
        case .valueNotFound(let type, let context): "\(Self.place(context)) is null, and no \(type)"
        case .dataCorrupted(let context): "\(Self.place(context)) is not valid"
        @unknown default: "not readable"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }

    private static func place(_ context: Context) -> String {
        context.codingPath.isEmpty ? "the document" : "member '\(path(context.codingPath))'"
    }
}

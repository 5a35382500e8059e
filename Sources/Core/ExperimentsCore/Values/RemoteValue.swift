import Foundation

/// A value that a source can have and an app can use.
///
/// **To declare a value type**, use a macro, which writes the conformance: `@StringRemoteValue` for an enum of strings,
/// `@BoolRemoteValue`, `@IntRemoteValue`, `@DoubleRemoteValue` or `@JSONRemoteValue`.
///
/// **To conform without a macro**, conform to the protocol that defines how a value is created from text:
/// `StringInitializableRemoteValue`, `BoolInitializableRemoteValue`, `IntInitializableRemoteValue`,
/// `DoubleInitializableRemoteValue` or `JSONInitializableRemoteValue`. Everything else follows from it:
///
/// ```swift
/// struct AccentColor: StringInitializableRemoteValue {
///     static let `default` = AccentColor(red: 0, green: 0, blue: 255)
///     let red, green, blue: UInt8
///
///     init(red: UInt8, green: UInt8, blue: UInt8) {
///         (self.red, self.green, self.blue) = (red, green, blue)
///     }
///
///     init?(name: String) {  // for example "0,0,255"
///         let parts = name.split(separator: ",").compactMap { UInt8($0) }
///         guard parts.count == 3 else { return nil }
///         self.init(red: parts[0], green: parts[1], blue: parts[2])
///     }
///
///     var name: String { "\(red),\(green),\(blue)" }
/// }
/// ```
///
/// A string that is not valid is reported as incorrect, and the app uses the default.
public protocol RemoteValue: Sendable {
    /// The value that the app uses if the source has no value, or an incorrect one.
    static var `default`: Self { get }

    /// The strings that are valid for the type. By default, derived from the protocols that the type conforms to.
    static var schema: ValueSchema { get }

    /// Creates a value from a string. By default, uses the initializer of the protocol that the type conforms to.
    ///
    /// - Throws: `IncorrectValue` with the reason why the text is not valid.
    static func decode(_ text: String) throws(IncorrectValue) -> Self

    /// The text of the value, from which `decode(_:)` creates it again.
    var remoteText: String { get }
}

extension RemoteValue where Self: CaseIterable {
    /// The first case. A type without cases has no values, so its default is never used.
    public static var `default`: Self { allCases[allCases.startIndex] }
}

extension RemoteValue {
    /// The schema that follows from the protocols to which the type conforms.
    public static var schema: ValueSchema { derivedSchema }

    /// Creates a value with the initializer of the type.
    public static func decode(_ text: String) throws(IncorrectValue) -> Self {
        guard let value = make(from: text) else { throw refusal(of: text) }
        return value
    }

    /// The name, boolean or number that the value is created from, or its JSON if it can be encoded.
    public var remoteText: String { derivedText }

    static func check(_ text: String) throws(IncorrectValue) {
        _ = try decode(text)
    }
}

// The schema and the decoding of a value type follow from the protocols it conforms to. If it conforms to several, the
// first in this order decides: text, boolean, whole number, number, JSON.
extension RemoteValue {
    static func make(from text: String) -> Self? {
        switch Self.self {
        case let type as any StringInitializableRemoteValue.Type:
            return type.init(name: text) as? Self
        case let type as any BoolInitializableRemoteValue.Type:
            return BooleanText.value(of: text).flatMap { type.init(booleanLiteral: $0) as? Self }
        case let type as any IntInitializableRemoteValue.Type:
            guard let integer = NumberText.integer(text), derivedRange?.contains(whole: integer) ?? true
            else {
                return nil
            }
            return type.init(integer: integer) as? Self
        case let type as any DoubleInitializableRemoteValue.Type:
            guard let number = NumberText.double(text), isInRange(number) else { return nil }
            return type.init(number: number) as? Self
        case let type as any JSONInitializableRemoteValue.Type:
            return text.isEmpty ? nil : type.init(jsonData: Data(text.utf8)) as? Self
        default:
            return nil
        }
    }

    /// Returns the error for a string that `make` refuses: the schema's reason if it sees the mistake, otherwise that
    /// the type refused it.
    static func refusal(of text: String) -> IncorrectValue {
        let schema = schema
        do throws(IncorrectValue) {
            try schema.check(text)
        } catch {
            return error
        }
        return schema.incorrect(text, "refused by \(Self.self)")
    }

    static var derivedSchema: ValueSchema {
        ValueSchema(
            kind: derivedKind, cases: derivedCases, range: derivedRange, defaultText: Self.default.remoteText,
            understandsBaseline: Self.self is any BaselinableRemoteValue.Type)
    }

    private static var derivedKind: ValueKind {
        switch Self.self {
        case is any BaselineBoolRemoteValue.Type: .bool
        case is any BaselineIntRemoteValue.Type: .int
        case is any BaselineDoubleRemoteValue.Type: .double
        case is any StringInitializableRemoteValue.Type: .string
        case is any BoolInitializableRemoteValue.Type: .bool
        case is any IntInitializableRemoteValue.Type: .int
        case is any DoubleInitializableRemoteValue.Type: .double
        case is any JSONInitializableRemoteValue.Type: .json
        default: .string
        }
    }

    /// The range that the type declares; nil if it accepts every number.
    private static var derivedRange: ClosedRange<Double>? {
        switch Self.self {
        case let type as any IntRemoteValue.Type: bounds(of: type.range)
        case let type as any BaselineIntRemoteValue.Type: bounds(of: type.range)
        case let type as any DoubleRemoteValue.Type: bounds(of: type.range)
        case let type as any BaselineDoubleRemoteValue.Type: bounds(of: type.range)
        default: nil
        }
    }

    private static func bounds(of range: ClosedRange<Int>) -> ClosedRange<Double>? {
        let lower = range.lowerBound == .min ? -Double.infinity : Double(range.lowerBound)
        let upper = range.upperBound == .max ? Double.infinity : Double(range.upperBound)
        return bounds(of: lower...upper)
    }

    private static func bounds(of range: ClosedRange<Double>) -> ClosedRange<Double>? {
        range.lowerBound.isFinite || range.upperBound.isFinite ? range : nil
    }

    private static func isInRange(_ number: Double) -> Bool {
        derivedRange?.contains(number) ?? true
    }

    private static var derivedCases: [String] {
        guard derivedKind == .string, let type = Self.self as? any CaseIterable.Type else { return [] }
        func names<Cases: CaseIterable>(of type: Cases.Type) -> [String] {
            type.allCases.compactMap { ($0 as? any StringInitializableRemoteValue)?.name }
        }
        var seen: Set<String> = []
        return names(of: type).map { Baseline.split($0).name }.filter { seen.insert($0).inserted }
    }

    var derivedText: String {
        switch self {
        case let value as any StringInitializableRemoteValue: value.name
        case let value as any BoolInitializableRemoteValue: value.isEnabled ? "true" : "false"
        case let value as any IntInitializableRemoteValue: String(value.integer)
        case let value as any DoubleInitializableRemoteValue: NumberText.text(of: value.number)
        case let value as any Encodable: Self.jsonText(of: value)
        default: ""
        }
    }

    private static func jsonText(of value: some Encodable) -> String {
        let encoder = JSONEncoder()
        // The keys are sorted, so that equal values have equal texts.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

import Foundation

// What a value type is follows from the protocols it conforms to. The order is the one that decides for a type that
// conforms to several: text, boolean, whole number, number, JSON.
extension RemoteValue {
    static func make(from text: String) -> Self? {
        switch Self.self {
        case let type as any StringInitializableRemoteValue.Type:
            return type.init(name: text) as? Self
        case let type as any BoolInitializableRemoteValue.Type:
            return BooleanText.value(of: text).flatMap { type.init(booleanLiteral: $0) as? Self }
        case let type as any IntInitializableRemoteValue.Type:
            return NumberText.integer(text).flatMap { type.init(integer: $0) as? Self }
        case let type as any DoubleInitializableRemoteValue.Type:
            return NumberText.double(text).flatMap { type.init(number: $0) as? Self }
        case let type as any JSONInitializableRemoteValue.Type:
            return text.isEmpty ? nil : type.init(jsonData: Data(text.utf8)) as? Self
        default:
            return nil
        }
    }

    /// The words for a text that `make` refuses: the schema's where it sees the fault, else that the type refused it.
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
            kind: derivedKind, cases: derivedCases, defaultText: Self.default.remoteText,
            understandsBaseline: Self.self is any BaselinableRemoteValue.Type)
    }

    private static var derivedKind: ValueKind {
        switch Self.self {
        case is any BaselineBoolRemoteValue.Type: .bool
        case is any StringInitializableRemoteValue.Type: .string
        case is any BoolInitializableRemoteValue.Type: .bool
        case is any IntInitializableRemoteValue.Type: .int
        case is any DoubleInitializableRemoteValue.Type: .double
        case is any JSONInitializableRemoteValue.Type: .json
        default: .string
        }
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
        // The same value is always the same text.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

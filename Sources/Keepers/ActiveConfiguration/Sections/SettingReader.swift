import ExperimentsCore
import Foundation

/// Reads values strictly: a value that is not wholly of the type reads as nil.
enum SettingReader {
    static func string(_ value: JSONValue) -> String? { value.string }

    static func url(_ value: JSONValue) -> URL? {
        guard let text = value.string, !text.isEmpty else { return nil }
        return URL(string: text)
    }

    static func array(_ value: JSONValue) -> [JSONValue]? { value.array }

    static func stringArray(_ value: JSONValue) -> [String]? {
        guard let elements = value.array else { return nil }
        var texts: [String] = []
        texts.reserveCapacity(elements.count)
        for element in elements {
            guard let text = element.string else { return nil }
            texts.append(text)
        }
        return texts
    }

    static func dictionary(_ value: JSONValue) -> JSONObject? { value.object }

    static func int(_ value: JSONValue) -> Int? {
        switch value {
        case .number(let lexeme): Int(lexeme) ?? Double(lexeme).flatMap { Int(exactly: $0) }
        case .string(let text): NumberText.integer(text)
        default: nil
        }
    }

    static func double(_ value: JSONValue) -> Double? {
        switch value {
        case .number(let lexeme): Double(lexeme).flatMap { $0.isFinite ? $0 : nil }
        case .string(let text): NumberText.double(text)
        default: nil
        }
    }

    static func float(_ value: JSONValue) -> Float? {
        guard let value = double(value).map(Float.init), value.isFinite else { return nil }
        return value
    }

    static func bool(_ value: JSONValue) -> Bool? {
        switch value {
        case .bool(let value): value
        case .number: int(value).flatMap { [0: false, 1: true][$0] }
        case .string(let text): BooleanText.value(of: text)
        default: nil
        }
    }
}

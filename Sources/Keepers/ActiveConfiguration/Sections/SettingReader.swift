import ExperimentsCore
import Foundation

/// Reads values strictly: a value that is not wholly of the type reads as nil.
enum SettingReader {
    static func url(_ value: JSONValue) -> URL? {
        guard let text = value.string, !text.isEmpty else { return nil }
        return URL(string: text)
    }

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

/// The reason why a setting has no value of the requested type.
public struct SettingProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problem with the setting.
    public enum Reason: Sendable, Hashable {
        /// The section has no setting with the key.
        case missing
        /// The value is of another type, or out of the type's range; `found` is its JSON, cut at 60 characters.
        case incorrect(found: String)
    }

    /// The name of the section in which the setting was looked up.
    public let section: String
    /// The requested key.
    public let key: String
    /// The expected kind of value, for example `a whole number`.
    public let expected: String
    /// Whether the setting is missing, or its value is of another type.
    public let reason: Reason

    init(section: String, key: String, expected: String, found: JSONValue?) {
        self.section = section
        self.key = key
        self.expected = expected
        reason = found.map { .incorrect(found: Self.shown($0)) } ?? .missing
    }

    private static func shown(_ value: JSONValue) -> String {
        let text = value.compactText
        return text.count > 60 ? text.prefix(59) + "…" : text
    }

    /// `config_sections.Shop.settings.Retries.value: expected a whole number, found "many"`.
    public var description: String {
        let path = DocumentPath()["config_sections"][section]["settings"][key]
        return switch reason {
        case .missing: "\(path): \(DocumentWords.expected(expected, found: "no such setting"))"
        case .incorrect(let found): "\(path["value"]): \(DocumentWords.expected(expected, found: found))"
        }
    }
}

/// The number that a string begins with, after spaces: the rules of `NSString`'s `integerValue` and `doubleValue`.
extension LenientSetting {
    /// Returns the whole number at the start of the text; 0 if there is none. For a number outside the range of `Int`,
    /// this is the nearest `Int`.
    static func wholeNumber(of text: String) -> Int {
        var bytes = withoutBlanks(text)
        let isNegative = skipSign(&bytes)
        var value = 0
        while let digit = bytes.first.flatMap(digit) {
            let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (next, tooLargeStill) =
                isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
            if tooLarge || tooLargeStill { return isNegative ? .min : .max }
            value = next
            bytes.removeFirst()
        }
        return value
    }

    /// Returns the decimal number at the start of the text; 0 if there is none.
    static func decimalNumber(of text: String) -> Double {
        let bytes = withoutBlanks(text)
        var rest = bytes
        _ = skipSign(&rest)
        var count = skipDigits(&rest)
        if rest.first == UInt8(ascii: ".") {
            var fraction = rest.dropFirst()
            let decimals = skipDigits(&fraction)
            // "5." is 5, but "." alone is no number.
            if count + decimals > 0 { rest = fraction }
            count += decimals
        }
        guard count > 0 else { return 0 }
        if let byte = rest.first, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            var power = rest.dropFirst()
            _ = skipSign(&power)
            if skipDigits(&power) > 0 { rest = power }
        }
        let number = bytes[bytes.startIndex..<rest.startIndex]
        return Double(
            Substring(number).hasScalarSuffix(".") ? Substring(number.dropLast()) : Substring(number)) ?? 0
    }

    private typealias Bytes = Substring.UTF8View

    private static func withoutBlanks(_ text: String) -> Bytes {
        Substring(text).utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    private static func skipSign(_ bytes: inout Bytes) -> Bool {
        guard let byte = bytes.first, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") else {
            return false
        }
        bytes.removeFirst()
        return byte == UInt8(ascii: "-")
    }

    private static func skipDigits(_ bytes: inout Bytes) -> Int {
        let rest = bytes.drop { digit($0) != nil }
        defer { bytes = rest }
        return bytes.count - rest.count
    }

    private static func digit(_ byte: UInt8) -> Int? {
        byte.isASCIIDigit ? Int(byte - UInt8(ascii: "0")) : nil
    }
}

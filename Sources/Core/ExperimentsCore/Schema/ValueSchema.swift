import Foundation

/// A description of the strings that are valid for a key. It is used to check strings, to build editors, and to word
/// errors.
public struct ValueSchema: Sendable, Hashable {
    /// The type as which the text is read.
    public var kind: ValueKind
    /// The valid strings, in the order of declaration; empty if any text of the type is valid.
    public var cases: [String]
    /// The valid numbers, for `int` and `double`; nil if all are.
    public var range: ClosedRange<Double>?
    /// The text of the default, which the app uses if the source has no value; nil if it is not known.
    public var defaultText: String?
    /// Whether a string can end in `_baseline`, which means that the user is in no experiment.
    public var understandsBaseline: Bool

    /// Creates a schema for any text of a type, or for certain cases or a range.
    public init(
        kind: ValueKind, cases: [String] = [], range: ClosedRange<Double>? = nil, defaultText: String? = nil,
        understandsBaseline: Bool = false
    ) {
        self.kind = kind
        self.cases = cases
        self.range = range
        self.defaultText = defaultText
        self.understandsBaseline = understandsBaseline
    }

    /// The valid strings in words: `one of a, b, c`, `true or false`, `a whole number from 1 to 10`, `JSON`.
    public var expectation: String {
        let words =
            switch kind {
            case .bool: "true or false"
            case .string: cases.isEmpty ? "text" : "one of " + cases.joined(separator: ", ")
            case .int: "a whole number" + rangeText
            case .double: "a number" + rangeText
            case .json: "JSON"
            case .duration: "a duration such as 30s or 1h30m"
            case .url: "an address with a scheme, such as https://example.com"
            case .date: "a time such as 2026-03-01T09:30:00Z"
            }
        return understandsBaseline ? words + ", with or without \(Baseline.suffix)" : words
    }

    private var rangeText: String {
        guard let range else { return "" }
        return switch (range.lowerBound.isFinite, range.upperBound.isFinite) {
        case (true, true):
            " from \(NumberText.text(of: range.lowerBound)) to \(NumberText.text(of: range.upperBound))"
        case (true, false): " of at least \(NumberText.text(of: range.lowerBound))"
        case (false, true): " of at most \(NumberText.text(of: range.upperBound))"
        case (false, false): ""
        }
    }

    /// Returns whether two strings mean the same value, such as `1` and `1.0` as numbers, `true` and `yes` as booleans,
    /// or two JSON documents that differ only in spaces.
    public func areSame(_ one: String, _ other: String) -> Bool {
        if one.isExactly(other) { return true }
        guard !understandsBaseline else { return false }
        switch kind {
        case .string: return false
        case .bool: return Self.areEqual(BooleanText.value(of: one), BooleanText.value(of: other))
        case .int: return Self.areEqual(NumberText.integer(one), NumberText.integer(other))
        case .double: return Self.areEqual(NumberText.double(one), NumberText.double(other))
        case .duration:
            return Self.areEqual(DurationText.duration(from: one), DurationText.duration(from: other))
        case .url: return false
        case .date: return Self.areEqual(RFC3339.date(from: one), RFC3339.date(from: other))
        case .json:
            return !JSONSpan.surelyDiffer(one, other)
                && Self.areEqual(try? JSONValue(parsing: one), try? JSONValue(parsing: other))
        }
    }

    private static func areEqual<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
        guard let one, let other else { return false }
        return one == other
    }

    /// Checks whether `text` is valid.
    ///
    /// - Throws: `IncorrectValue` with the reason why it is not.
    public func check(_ text: String) throws(IncorrectValue) {
        guard understandsBaseline else { return try check(text, of: text) }
        let (name, isBaseline) = Baseline.split(text)
        if isBaseline, name.isEmpty { throw incorrect(text, "no value before \(Baseline.suffix)", offset: 0) }
        try check(name, of: text)
    }

    /// - Parameters:
    ///   - name: the text without a baseline suffix.
    ///   - text: the original text, for the error.
    private func check(_ name: String, of text: String) throws(IncorrectValue) {
        switch kind {
        case .string: try checkCase(name, of: text)
        case .bool: try checkBoolean(name, of: text)
        case .int:
            guard let value = NumberText.integer(name) else {
                let reason = NumberText.isWhole(name) ? "too large for a whole number" : "not a whole number"
                throw incorrect(text, reason, offset: NumberText.firstFault(in: name, wholeOnly: true))
            }
            if let range, !range.contains(whole: value) { throw incorrect(text, "outside its range") }
        case .double:
            guard let value = NumberText.double(name) else {
                throw incorrect(
                    text, "not a number", offset: NumberText.firstFault(in: name, wholeOnly: false))
            }
            try checkRange(value, of: text)
        case .json:
            _ = try JSONValue(parsing: Array(name.utf8)) { error in
                incorrect(text, "not JSON: \(error)", offset: error.offset)
            }
        case .duration:
            guard DurationText.duration(from: name) != nil else { throw incorrect(text, "not a duration") }
        case .url:
            guard Self.url(from: name) != nil else { throw incorrect(text, "not an address") }
        case .date:
            guard RFC3339.date(from: name) != nil else { throw incorrect(text, "not a time") }
        }
    }

    /// Returns the address that `text` is; nil if it has no scheme, or characters that an address cannot have.
    package static func url(from text: String) -> URL? {
        guard let url = strictURL(from: text), url.scheme != nil else { return nil }
        return url
    }

    private static func strictURL(from text: String) -> URL? {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
            return URL(string: text, encodingInvalidCharacters: false)
        }
        // Before, Foundation accepted no other characters.
        return URL(string: text)
    }

    /// Checks a boolean that may have a baseline suffix. It is created from text, and only `true` and `false` are
    /// accepted.
    private func checkBoolean(_ name: String, of text: String) throws(IncorrectValue) {
        let isBoolean =
            understandsBaseline ? name == "true" || name == "false" : BooleanText.value(of: name) != nil
        guard isBoolean else { throw incorrect(text, "not a boolean") }
    }

    private func checkCase(_ name: String, of text: String) throws(IncorrectValue) {
        guard !cases.isEmpty, !cases.contains(name) else { return }
        if let near = cases.first(where: { $0.lowercased() == name.lowercased() }) {
            throw incorrect(text, "not one of its cases; did you mean \(Quotation.of(near))?")
        }
        throw incorrect(text, "not one of its cases")
    }

    private func checkRange(_ value: Double, of text: String) throws(IncorrectValue) {
        guard let range, !range.contains(value) else { return }
        throw incorrect(text, "outside its range")
    }

    func incorrect(_ text: String, _ reason: String, offset: Int? = nil) -> IncorrectValue {
        IncorrectValue(expected: expectation, found: text, reason: reason, offset: offset)
    }
}

extension ClosedRange<Double> {
    /// Whether a whole number is in it, compared exactly: above 2^53, `Double` has one number for several whole ones.
    func contains(whole: Int) -> Bool {
        let isAtLeast =
            lowerBound <= -0x1p63 || (lowerBound < 0x1p63 && Int(lowerBound.rounded(.up)) <= whole)
        let isAtMost =
            upperBound >= 0x1p63 || (upperBound >= -0x1p63 && whole <= Int(upperBound.rounded(.down)))
        return isAtLeast && isAtMost
    }
}

/// The suffix of a value for users outside the experiment: the value is used, but no group is reported.
package enum Baseline {
    /// The suffix itself.
    package static let suffix = "_baseline"

    /// Returns the text without its `_baseline` suffix, and whether it had one. Only one suffix is removed.
    package static func split(_ text: String) -> (name: String, isBaseline: Bool) {
        // Compared as bytes, so that a combining character before the suffix does not hide it.
        let bytes = text.utf8
        guard bytes.count >= suffix.utf8.count, bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else {
            return (text, false)
        }
        return (String(text[..<bytes.index(bytes.endIndex, offsetBy: -suffix.utf8.count)]), true)
    }
}

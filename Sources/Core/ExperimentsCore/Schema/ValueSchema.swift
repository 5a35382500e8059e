/// A description of the texts that are valid for a key. It is used to check texts, to build editors, and to word
/// errors.
public struct ValueSchema: Sendable, Hashable {
    /// The type as which the text is read.
    public var kind: ValueKind
    /// The valid texts, in the order of declaration; empty if any text of the type is valid.
    public var cases: [String]
    /// The valid numbers, for `int` and `double`; nil if all are.
    public var range: ClosedRange<Double>?
    /// The text of the default, which the app uses if the source has no value; nil if it is not known.
    public var defaultText: String?
    /// Whether a text can end in `_baseline`, which means that the user is in no experiment.
    public var understandsBaseline: Bool

    /// Creates a schema for any text of a type, unless cases or a range say otherwise.
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

    /// The valid texts in words: `one of a, b, c`, `true or false`, `a whole number from 1 to 10`, `JSON`.
    public var expectation: String {
        let words =
            switch kind {
            case .bool: "true or false"
            case .string: cases.isEmpty ? "text" : "one of " + cases.joined(separator: ", ")
            case .int: "a whole number" + rangeText
            case .double: "a number" + rangeText
            case .json: "JSON"
            case .duration: "a length of time such as 30s or 1h30m"
            case .url: "an address with a scheme, such as https://example.com"
            case .date: "a time such as 2026-03-01T09:30:00Z"
            }
        return understandsBaseline ? words + ", with or without \(Baseline.suffix)" : words
    }

    private var rangeText: String {
        guard let range else { return "" }
        return switch (range.lowerBound.isFinite, range.upperBound.isFinite) {
        case (true, true): " from \(NumberText.text(of: range.lowerBound)) to \(NumberText.text(of: range.upperBound))"
        case (true, false): " of at least \(NumberText.text(of: range.lowerBound))"
        case (false, true): " of at most \(NumberText.text(of: range.upperBound))"
        case (false, false): ""
        }
    }
}

extension ValueSchema {
    /// Returns whether two texts mean the same value, such as `1` and `1.0` as numbers, `true` and `yes` as booleans,
    /// or two JSON documents that differ only in blanks.
    public func areSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        guard !understandsBaseline else { return false }
        switch kind {
        case .string: return false
        case .bool: return Self.areEqual(BooleanText.value(of: one), BooleanText.value(of: other))
        case .int: return Self.areEqual(NumberText.integer(one), NumberText.integer(other))
        case .double: return Self.areEqual(NumberText.double(one), NumberText.double(other))
        case .duration: return Self.areEqual(DurationText.duration(from: one), DurationText.duration(from: other))
        case .url: return false
        case .date: return Self.areEqual(RFC3339.date(from: one), RFC3339.date(from: other))
        case .json:
            return !JSONTexts.surelyDiffer(one, other)
                && Self.areEqual(try? JSONValue(parsing: one), try? JSONValue(parsing: other))
        }
    }

    private static func areEqual<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
        guard let one, let other else { return false }
        return one == other
    }
}

/// What a key accepts, said without an instance of its value: enough to check a text, to offer an editor, and to word
/// an error.
public struct ValueSchema: Sendable, Hashable {
    /// What the text is read as.
    public var kind: ValueKind
    /// The only texts accepted, in the order declared; empty where any text of the kind is.
    public var cases: [String]
    /// The numbers accepted, for `int` and `double`; nil where any is.
    public var range: ClosedRange<Double>?
    /// The text of the value that the app uses where the source has none; nil where it is not known.
    public var defaultText: String?
    /// Whether a text may end in `_baseline`, which marks a user outside the experiment.
    public var understandsBaseline: Bool

    /// A schema that accepts any text of a kind, unless narrowed.
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

    /// What is accepted, in words: `one of a, b, c`, `true or false`, `a whole number from 1 to 10`, `JSON`.
    public var expectation: String {
        let words =
            switch kind {
            case .bool: "true or false"
            case .string: cases.isEmpty ? "text" : "one of " + cases.joined(separator: ", ")
            case .int: "a whole number" + rangeText
            case .double: "a number" + rangeText
            case .json: "JSON"
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

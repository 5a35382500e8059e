import ExperimentsCore

/// Text for a person, part for part with its colour: the only kind that goes to the terminal. What is put into it is
/// never an escape code, whatever it holds; the writer alone makes those, of the colours.
///
/// A literal may hold line feeds, which are the program's own. What is put into a literal is one line: its line feeds are
/// shown as `↵`, unless it is put in as `\(lines: text)`.
struct StyledText: Sendable {
    /// A text of one colour.
    struct Span: Sendable {
        let text: String
        let ink: Ink
    }

    /// The parts, in order.
    private(set) var spans: [Span]

    /// Nothing.
    init() { spans = [] }

    /// One line of text.
    init(_ text: String, _ ink: Ink = .plain) {
        spans = [Span(text: VisibleText.of(text), ink: ink)]
    }

    /// Text whose line feeds are the program's own.
    init(lines text: String, _ ink: Ink = .plain) {
        spans = [Span(text: text, ink: ink)]
    }

    /// Whether there is nothing.
    var isEmpty: Bool { spans.allSatisfy(\.text.isEmpty) }

    static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum += right
        return sum
    }

    static func += (left: inout StyledText, right: StyledText) {
        left.spans += right.spans
    }
}

extension StyledText: ExpressibleByStringInterpolation {
    init(stringLiteral text: String) {
        self.init(lines: text)
    }

    init(stringInterpolation: Interpolation) {
        self = stringInterpolation.text
    }

    /// Puts values into a literal.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = StyledText()

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { text += StyledText(lines: literal) }
        }

        mutating func appendInterpolation(_ part: StyledText) { text += part }

        mutating func appendInterpolation(lines: String) { text += StyledText(lines: lines) }

        mutating func appendInterpolation(_ value: some Any) { text += StyledText(String(describing: value)) }
    }
}

extension Sequence<StyledText> {
    /// All of them, with a text between two.
    func joined(separator: StyledText = StyledText()) -> StyledText {
        var all = StyledText()
        for (index, text) in enumerated() {
            if index > 0 { all += separator }
            all += text
        }
        return all
    }
}

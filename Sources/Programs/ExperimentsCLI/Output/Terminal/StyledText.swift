import ExperimentsCore
import ExperimentsTerminalUI
import Foundation

/// Text for people with colors, the only text that is written to the terminal. Its content never has an escape code;
/// the writer creates these from the colors.
///
/// Literals may contain line feeds. An interpolated value is one line: its line feeds are shown as `↵`, unless it is
/// interpolated as `\(lines: text)`.
struct StyledText: Sendable {
    /// A text of one color.
    struct Span: Sendable {
        let text: String
        let ink: Ink
        /// The target of a link; nil if the text is not a link.
        var link: Hyperlink?
    }

    /// The parts, in order.
    private(set) var spans: [Span]

    /// Creates an empty text.
    init() { spans = [] }

    /// Creates a line of text.
    init(_ text: String, _ ink: Ink = .plain) {
        spans = [Span(text: VisibleText.of(text), ink: ink)]
    }

    /// Creates a line of text that is a link.
    init(_ text: String, link: Hyperlink?) {
        spans = [Span(text: VisibleText.of(text), ink: .plain, link: link)]
    }

    /// Creates text with line feeds.
    init(lines text: String, _ ink: Ink = .plain) {
        spans = [Span(text: text, ink: ink)]
    }

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

    /// Adds values to a literal.
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
    /// Returns all texts with a separator between them.
    func joined(separator: StyledText = StyledText()) -> StyledText {
        var all = StyledText()
        for (index, text) in enumerated() {
            if index > 0 { all += separator }
            all += text
        }
        return all
    }
}

/// The colors of text on standard output: the 16 colors of the terminal, so that they suit its background.
enum Ink: String {
    case plain = ""
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
    case magenta = "35"
    /// White on black, on any background, for codes that cameras read.
    case code = "97;40"

    /// Creates the color of a status.
    init(_ status: KeyStatus) {
        self =
            switch status {
            case .ok: .green
            case .missing: .yellow
            case .incorrect: .red
            case .override: .cyan
            case .default, .unknown: .dim
            case .undeclared: .magenta
            }
    }

    /// Creates the color of a line of an explanation.
    init(_ verdict: ExplanationLine.Verdict) {
        self =
            switch verdict {
            case .chosen: .green
            case .failed: .dim
            case .problem: .red
            case .passed, .note: .plain
            }
    }

    /// Returns the text between the escape codes of this color.
    func painted(_ text: String) -> String {
        self == .plain || text.isEmpty ? text : "\u{1b}[\(rawValue)m\(text)\u{1b}[0m"
    }
}

/// The style of text on standard output: its characters and colors.
struct PlainText {
    /// Whether characters outside ASCII are replaced.
    let ascii: Bool
    let colors: Bool

    init(_ settings: Settings) {
        ascii = settings.keepsToASCII
        colors = settings.colorsOutput
    }

    /// Returns at most `columns` columns of a text, on one line.
    func shown(_ text: String, columns: Int = .max, ink: Ink = .plain) -> StyledText {
        var visible = VisibleText.of(text)
        // A `>` without `-` could be read as "greater than".
        if ascii { visible = visible.replacingOccurrences(of: "→", with: "->") }
        let cut = DisplayText(visible).truncated(to: columns, ascii: ascii)
        return StyledText(ascii ? inASCII(cut) : cut, colors ? ink : .plain)
    }

    private func inASCII(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var bytes: [UInt8] = []
        for glyph in DisplayText(text).glyphs(upTo: .max) {
            bytes.append(contentsOf: repeatElement(glyph.ascii, count: glyph.width))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

import ExperimentsCore

/// The colours of text on standard output: the terminal's own sixteen, so that they suit its background.
enum Ink: String {
    case plain = ""
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
    case magenta = "35"

    /// The colour of a status, wherever it is printed.
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

    /// The text between the escape codes of this colour.
    func painted(_ text: String) -> String {
        self == .plain || text.isEmpty ? text : "\u{1b}[\(rawValue)m\(text)\u{1b}[0m"
    }
}

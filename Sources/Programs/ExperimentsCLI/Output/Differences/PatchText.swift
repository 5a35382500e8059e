import ExperimentsCore
import ExperimentsProject

/// A diff in the colours that people know.
struct PatchText {
    private let style: PlainText

    init(_ settings: Settings) {
        style = PlainText(settings)
    }

    /// The lines of a text as `diff -u` writes it.
    func lines(_ patch: String) -> [StyledText] {
        patch.withoutLastLineEnd.lines.map { line in
            style.shown(String(line), ink: Self.ink(of: line))
        }
    }

    private static func ink(of line: Substring) -> Ink {
        if line.hasPrefix("+++") || line.hasPrefix("---") { return .bold }
        switch line.first {
        case "+": return .green
        case "-": return .red
        case "@": return .dim
        default: return .plain
        }
    }
}

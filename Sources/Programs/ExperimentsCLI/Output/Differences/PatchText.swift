import ExperimentsCore
import ExperimentsProject

extension PlainText {
    /// The lines of a text as `diff -u` writes it, in the colours that people know.
    func lines(ofPatch patch: String) -> [StyledText] {
        patch.withoutLastLineEnd.lines.map { line in shown(String(line), ink: Self.ink(ofPatchLine: line)) }
    }

    private static func ink(ofPatchLine line: Substring) -> Ink {
        if line.hasPrefix("+++") || line.hasPrefix("---") { return .bold }
        switch line.first {
        case "+": return .green
        case "-": return .red
        case "@": return .dim
        default: return .plain
        }
    }
}

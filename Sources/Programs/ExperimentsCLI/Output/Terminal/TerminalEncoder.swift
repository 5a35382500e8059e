import ExperimentsCore
import ExperimentsTerminalUI

/// Encodes text for people for a terminal. Everything printed for people passes through here: characters that would
/// control the terminal are made visible, long lines are cut, and colors become escape codes.
struct TerminalEncoder {
    /// The maximum number of characters in a line. No table is that wide; anything longer is a value, a request or an
    /// attack.
    static let longestLine = 4_000

    private var encoded = ""
    private var room: Int
    private var left = 0
    private let limit: Int

    private init(limit: Int) {
        self.limit = limit
        room = limit
    }

    /// Returns the bytes to send, as text.
    ///
    /// - Parameter isCut: whether long lines are cut; false for lines that people copy.
    static func encoded(_ text: StyledText, isCut: Bool = true) -> String {
        var encoder = TerminalEncoder(limit: isCut ? longestLine : .max)
        for span in text.spans { encoder.add(span) }
        encoder.endLine()
        return encoder.encoded
    }

    private mutating func add(_ span: StyledText.Span) {
        let visible = VisibleText.of(span.text, keepingLines: true)
        var rest = Substring(visible)
        while let end = rest.utf8.firstIndex(of: 0x0A) {
            addPart(rest[..<end], span)
            endLine()
            encoded += "\n"
            rest = rest[rest.utf8.index(after: end)...]
        }
        addPart(rest, span)
    }

    /// Adds a part of a line, as far as there is room.
    private mutating func addPart(_ part: Substring, _ span: StyledText.Span) {
        guard !part.isEmpty else { return }
        // There are at least as many bytes as characters, and the number of bytes is known.
        let count = part.utf8.count <= room ? part.utf8.count : part.unicodeScalars.count
        let kept = count <= room ? part : Substring(part.unicodeScalars.prefix(room))
        left += count <= room ? 0 : count - room
        room -= min(room, count)
        let painted = span.ink.painted(String(kept))
        encoded += span.link?.text(painted) ?? painted
    }

    private mutating func endLine() {
        if left > 0 { encoded += "… (\(left) more characters)" }
        (left, room) = (0, limit)
    }
}

import ExperimentsCore
import Foundation
import TerminalUI

/// The style of text on standard output: its characters and colours.
struct PlainText {
    /// Whether characters outside ASCII are replaced.
    let ascii: Bool
    let colors: Bool

    init(_ settings: Settings) {
        ascii = settings.keepsToASCII
        colors = settings.colorsOutput
    }

    /// At most `columns` columns of a text, on one line.
    func shown(_ text: String, columns: Int = .max, ink: Ink = .plain) -> StyledText {
        let cut = DisplayText(VisibleText.of(text)).truncated(to: columns, ascii: ascii)
        return StyledText(ascii ? inASCII(cut) : cut, colors ? ink : .plain)
    }

    private func inASCII(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var bytes: [UInt8] = []
        // As wide as before. A `>` alone would be read as "greater than".
        let text = text.replacingOccurrences(of: " → ", with: " ->")
        for glyph in DisplayText(text).glyphs(upTo: .max) {
            bytes.append(contentsOf: repeatElement(glyph.ascii, count: glyph.width))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

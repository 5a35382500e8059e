import ExperimentsCore
import ExperimentsDashboard

/// How text is put on standard output: harmless whatever it holds, in the characters and colours that are wanted.
struct PlainText {
    /// Whether characters outside ASCII are replaced.
    let ascii: Bool
    /// Whether there are escape codes for colours.
    let colors: Bool

    init(_ settings: Settings) {
        ascii = settings.keepsToASCII
        colors = settings.colorsOutput
    }

    /// At most `columns` columns of a text, without control characters.
    func shown(_ text: String, columns: Int = .max, ink: Ink = .plain) -> String {
        let cut = DisplayText(text).truncated(to: columns, ascii: ascii)
        let kept = ascii ? inASCII(cut) : cut
        return colors ? ink.painted(kept) : kept
    }

    private func inASCII(_ text: String) -> String {
        var bytes: [UInt8] = []
        for glyph in DisplayText(text).glyphs(upTo: .max) {
            bytes.append(contentsOf: repeatElement(glyph.ascii, count: glyph.width))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

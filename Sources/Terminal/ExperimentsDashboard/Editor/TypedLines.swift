import ExperimentsCore

/// A text being typed, on as many lines as it takes, with a caret under the place where it goes wrong.
struct TypedLines {
    /// The most lines that a long text takes.
    private static let most = 8

    private(set) var lines: [EditorLines.Line] = []
    /// The line of them that the caret is on; nil without the focus.
    private(set) var focusedLine: Int?

    /// - Parameters:
    ///   - fault: how many bytes of UTF-8 stand before the place; nil if nothing is wrong.
    ///   - opensEditor: whether a key opens the text in `$EDITOR`.
    init(_ field: TextField, fault: Int?, hasFocus: Bool, width: Int, opensEditor: Bool = true) {
        let whole = field.text
        // As wide for a part as within the whole.
        let text = DisplayText(VisibleText.ofValue(whole))
        let textWidth = text.width
        let caret = DisplayText(VisibleText.ofValue(field.textBeforeCaret)).width
        let faultColumn = fault.map { offset in
            DisplayText(VisibleText.ofValue(String(decoding: whole.utf8.prefix(offset), as: UTF8.self))).width
        }
        let total = max(textWidth, caret + 1) / width + 1
        let count = max(1, (max(textWidth, caret + 1) + width - 1) / width)
        let first = max(0, min(caret / width - Self.most / 2, total - Self.most))
        for row in first..<min(count, first + Self.most) {
            let isCaretRow = hasFocus && caret / width == row
            if isCaretRow { focusedLine = lines.count }
            lines.append(.text(text.slice(from: row * width, columns: width), caret: isCaretRow ? caret % width : nil))
            if let faultColumn, faultColumn / width == row {
                let indent = String(repeating: " ", count: faultColumn % width)
                lines.append(.spans([Span(indent + "^", .promptError)]))
            }
        }
        if first + Self.most < count {
            let words = opensEditor ? "… " + KeyHint.externalEditor.words("shows all in $EDITOR") : "…"
            lines.append(.spans([Span(words, .dim)]))
        }
    }
}

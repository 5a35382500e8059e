/// A field for one line of text, with the usual editing keys of shells.
package struct TextField: Sendable, Hashable {
    /// The maximum size, in bytes of UTF-8, of a name, a note, a search or a filter.
    package static let roomOfLine = 2_000
    /// The maximum size, in bytes of UTF-8, of a value, which may be a large document.
    package static let roomOfValue = 8 << 20

    /// The text before the caret. The text is stored in two parts, so that typing is as fast in a long text as in a
    /// short one.
    package private(set) var textBeforeCaret: String
    private var textAfterCaret = ""
    /// The maximum number of bytes of UTF-8.
    package let room: Int
    /// Whether pasted line ends are part of the text. Otherwise they become blanks.
    private let keepsLineEnds: Bool
    /// Whether the whole text is selected, as in a field whose text is usually replaced. Typed or pasted text replaces
    /// it; a key that moves the caret deselects it.
    package private(set) var isSelected = false
    /// The number of characters of the last typed or pasted text that did not fit.
    package private(set) var leftOut = 0

    /// Creates a field for a name, a note or a search, with the caret at the end.
    ///
    /// - Parameter room: the maximum number of bytes of UTF-8. The initial text may be longer.
    package init(_ text: String = "", room: Int = roomOfLine) {
        textBeforeCaret = text
        self.room = room
        keepsLineEnds = false
    }

    /// Creates a field for a value, which may be a document, with the caret at the end.
    package init(value: String) {
        textBeforeCaret = value
        room = Self.roomOfValue
        keepsLineEnds = true
    }

    /// The field with its text selected, if there is any.
    package var selected: TextField {
        var field = self
        field.isSelected = !isEmpty
        return field
    }

    /// The text in the field.
    package var text: String { textBeforeCaret + textAfterCaret }

    /// Whether the field is empty.
    package var isEmpty: Bool { textBeforeCaret.isEmpty && textAfterCaret.isEmpty }

    /// The place of the caret, as a count of characters from the start.
    package var caret: Int { textBeforeCaret.count }

    /// Inserts text at the caret, as much of it as fits. In a field for a value, the text is unchanged except for one
    /// line end at its end, which is usually copied along with a line. Elsewhere, line ends become blanks.
    package mutating func insert(_ typed: String) {
        if isSelected { removeSelected() }
        let line = keepsLineEnds ? Self.withoutLastLineEnd(typed) : Self.oneLine(typed)
        let left = max(0, room - textBeforeCaret.utf8.count - textAfterCaret.utf8.count)
        guard line.utf8.count > left else {
            leftOut = 0
            textBeforeCaret += line
            return
        }
        var bytes = 0
        let taken = line.prefix { character in
            bytes += character.utf8.count
            return bytes <= left
        }
        textBeforeCaret += taken
        leftOut += line[taken.endIndex...].count
    }

    /// Whether the field uses a key that is pressed with alt.
    package static func edits(with press: KeyPress) -> Bool {
        var field = TextField()
        return field.edit(press)
    }

    /// Handles a key. Returns whether the field uses it.
    package mutating func handle(_ press: KeyPress) -> Bool {
        if case (.character(let character), []) = (press.key, press.modifiers) {
            insert(String(character))
            return true
        }
        guard edit(press) else { return false }
        leftOut = 0
        return true
    }

    private mutating func removeSelected() { (textBeforeCaret, textAfterCaret, isSelected) = ("", "", false) }

    private mutating func edit(_ press: KeyPress) -> Bool {
        let wasSelected = isSelected
        isSelected = false
        switch (press.key, press.modifiers) {
        case (.backspace, _) where wasSelected, (.delete, _) where wasSelected: removeSelected()
        case (.left, []), (.character("b"), .control): moveBack(over: textBeforeCaret.suffix(1))
        case (.right, []), (.character("f"), .control): moveOn(over: textAfterCaret.prefix(1))
        case (.home, _), (.character("a"), .control): moveBack(over: textBeforeCaret[...])
        case (.end, _), (.character("e"), .control): moveOn(over: textAfterCaret[...])
        case (.left, .control), (.left, .alt), (.character("b"), .alt): moveBack(over: wordBefore)
        case (.right, .control), (.right, .alt), (.character("f"), .alt): moveOn(over: wordAfter)
        case (.backspace, []): textBeforeCaret = String(textBeforeCaret.dropLast())
        case (.delete, []), (.character("d"), .control): textAfterCaret = String(textAfterCaret.dropFirst())
        case (.character("w"), .control), (.backspace, .alt):
            textBeforeCaret = String(textBeforeCaret[..<wordBefore.startIndex])
        case (.character("d"), .alt): textAfterCaret = String(textAfterCaret[wordAfter.endIndex...])
        case (.character("u"), .control): textBeforeCaret = ""
        case (.character("k"), .control): textAfterCaret = ""
        default:
            isSelected = wasSelected
            return false
        }
        return true
    }

    private mutating func moveBack(over part: Substring) {
        textAfterCaret = String(part) + textAfterCaret
        textBeforeCaret = String(textBeforeCaret[..<part.startIndex])
    }

    private mutating func moveOn(over part: Substring) {
        textBeforeCaret += part
        textAfterCaret = String(textAfterCaret[part.endIndex...])
    }

    /// The text from the start of the word before the caret to the caret.
    private var wordBefore: Substring {
        let text = textBeforeCaret
        var start = text.endIndex
        func isBlankBefore() -> Bool { text[text.index(before: start)].isWhitespace }
        while start > text.startIndex, isBlankBefore() { start = text.index(before: start) }
        while start > text.startIndex, !isBlankBefore() { start = text.index(before: start) }
        return text[start...]
    }

    /// The text from the caret to the end of the word after it.
    private var wordAfter: Substring {
        let blanks = textAfterCaret.prefix { $0.isWhitespace }
        let word = textAfterCaret[blanks.endIndex...].prefix { !$0.isWhitespace }
        return textAfterCaret[..<word.endIndex]
    }

    private static func withoutLastLineEnd(_ text: String) -> String {
        guard let last = text.last, last == "\n" || last == "\r\n" || last == "\r" else { return text }
        return String(text.dropLast())
    }

    /// Returns the text with a blank for each line end of any kind. It works on bytes, because the text may be a
    /// megabyte long.
    private static func oneLine(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var line: [UInt8] = []
        line.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            let length = lineEnd(in: bytes, at: place)
            line.append(length > 0 ? 0x20 : bytes[place])
            place += max(1, length)
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// Returns the number of bytes of the line end at an index; 0 if there is none.
    private static func lineEnd(in bytes: [UInt8], at place: Int) -> Int {
        func next(_ step: Int) -> UInt8 { place + step < bytes.count ? bytes[place + step] : 0 }
        switch bytes[place] {
        case 0x0a, 0x0b, 0x0c: return 1
        case 0x0d: return next(1) == 0x0a ? 2 : 1
        case 0xc2: return next(1) == 0x85 ? 2 : 0
        case 0xe2: return next(1) == 0x80 && (next(2) == 0xa8 || next(2) == 0xa9) ? 3 : 0
        default: return 0
        }
    }
}

extension TextField {
    /// Draws the text, scrolled so that the caret is visible.
    package func draw(at point: CellPoint, width: Int, _ role: Role, _ canvas: inout Canvas) {
        guard width > 0 else { return }
        let caret = DisplayText(textBeforeCaret).width
        let offset = max(0, caret - width + 1)
        let text = offset > 0 ? DisplayText(text).slice(from: offset, columns: width) : text
        canvas.put(text, at: point, role, maxColumns: width, overflow: .clip)
        if isSelected { canvas.select(columns: min(width, DisplayText(text).width), at: point) }
        canvas.frame.cursor = CellPoint(column: point.column + caret - offset, row: point.row)
        canvas.frame.showsCaret = true
    }
}

extension Canvas {
    /// Draws text as selected.
    package mutating func select(columns: Int, at point: CellPoint) {
        frame.layer(
            theme[.tabActive], over: CellRect(column: point.column, row: point.row, columns: columns, rows: 1)
        )
    }
}

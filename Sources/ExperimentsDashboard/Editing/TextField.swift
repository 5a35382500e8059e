/// One line of text being typed, with the keys that shells have taught everyone.
public struct TextField: Sendable, Hashable {
    /// What has been typed.
    public private(set) var text: String
    /// The place of the caret, as a count of characters from the start.
    public private(set) var caret: Int

    /// A field with the caret at the end.
    public init(_ text: String = "") {
        self.text = text
        caret = text.count
    }

    /// The text before the caret.
    public var textBeforeCaret: String { String(text.prefix(caret)) }

    /// Types text at the caret. Line ends become blanks: a field is one line.
    public mutating func insert(_ typed: String) {
        let line = String(typed.map { $0.isNewline ? " " : $0 })
        let index = text.index(text.startIndex, offsetBy: caret)
        text.insert(contentsOf: line, at: index)
        // A typed mark may join the character before it, so the new place is counted, not added.
        caret = min(text.count, caret + line.count)
    }

    /// Takes a key. Whether the field had a use for it.
    public mutating func handle(_ press: KeyPress) -> Bool {
        switch (press.key, press.modifiers) {
        case (.character(let character), []):
            insert(String(character))
        case (.left, []), (.character("b"), .control): caret = max(0, caret - 1)
        case (.right, []), (.character("f"), .control): caret = min(text.count, caret + 1)
        case (.home, _), (.character("a"), .control): caret = 0
        case (.end, _), (.character("e"), .control): caret = text.count
        case (.left, .control), (.left, .alt), (.character("b"), .alt): caret = wordStart
        case (.right, .control), (.right, .alt), (.character("f"), .alt): caret = wordEnd
        case (.backspace, []): remove(max(0, caret - 1)..<caret)
        case (.delete, []), (.character("d"), .control): remove(caret..<min(text.count, caret + 1))
        case (.character("w"), .control), (.backspace, .alt): remove(wordStart..<caret)
        case (.character("d"), .alt): remove(caret..<wordEnd)
        case (.character("u"), .control): remove(0..<caret)
        case (.character("k"), .control): remove(caret..<text.count)
        default: return false
        }
        return true
    }

    private mutating func remove(_ range: Range<Int>) {
        let start = text.index(text.startIndex, offsetBy: range.lowerBound)
        let end = text.index(text.startIndex, offsetBy: range.upperBound)
        text.removeSubrange(start..<end)
        caret = min(range.lowerBound, text.count)
    }

    private var wordStart: Int {
        let characters = Array(text)
        var place = caret
        while place > 0, characters[place - 1].isWhitespace { place -= 1 }
        while place > 0, !characters[place - 1].isWhitespace { place -= 1 }
        return place
    }

    private var wordEnd: Int {
        let characters = Array(text)
        var place = caret
        while place < characters.count, characters[place].isWhitespace { place += 1 }
        while place < characters.count, !characters[place].isWhitespace { place += 1 }
        return place
    }
}

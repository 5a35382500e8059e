import ExperimentsCore

// Texts and marks.
extension ReportedKeysScanner {
    /// Goes to the quotation mark at the end of a text.
    mutating func skipText() {
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
    }

    var next: UInt8 {
        // A zero is nowhere expected, so it also stands for the end.
        position < bytes.count ? bytes[position] : 0
    }

    mutating func skipBlanks() {
        while true {
            switch next {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// Takes a mark, and blanks before it.
    mutating func take(_ mark: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard next == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    /// A text of ASCII without escapes, and blanks before it; nil for any other.
    mutating func plainText() -> Range<Int>? {
        guard take("\"") else { return nil }
        let start = position
        while Self.isPlain(next) { position += 1 }
        guard next == UInt8(ascii: "\"") else { return nil }
        position += 1
        return start..<(position - 1)
    }

    /// Reads a text that was not there before; false where it is none, or longer than `limit` bytes.
    mutating func text(_ text: inout String?, _ limit: Int) -> Bool {
        guard text == nil else { return false }
        let start = position
        if let range = plainText() {
            text = string(range)
            return range.count <= limit
        }
        position = start
        guard next == UInt8(ascii: "\"") else { return false }
        skipText()
        guard position < bytes.count else { return false }
        position += 1
        text = (try? JSONValue(parsing: Array(bytes[start..<position])))?.string
        return text.map { $0.utf8.count <= limit } ?? false
    }

    static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    func string(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    func matches(_ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count where bytes[range.lowerBound + offset] != word.utf8Start[offset] { return false }
        return true
    }

    func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        guard one.count == other.count else { return false }
        for offset in 0..<one.count where bytes[one.lowerBound + offset] != bytes[other.lowerBound + offset] {
            return false
        }
        return true
    }
}

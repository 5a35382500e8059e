/// The range of a value in the text of a JSON document, with those of its members or elements.
///
/// The text must already have been parsed without a problem; nothing is checked again.
package struct JSONSpan {
    /// A member of an object, or an element of an array.
    struct Item {
        /// The name of a member; empty for an element.
        let name: String
        /// The start: of a member's name, or of an element.
        let start: Int
        let value: JSONSpan
    }

    /// The bytes of the value.
    private(set) var range: Range<Int>
    /// The members or elements, in the order written; none for a scalar.
    private(set) var items: [Item] = []

    /// Finds the value of a document.
    init(of bytes: [UInt8]) {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        Self.skipBlanks(bytes, &start)
        self.init(bytes, at: start)
    }

    private init(_ bytes: [UInt8], at start: Int) {
        range = start..<start
        var position = start
        switch start < bytes.count ? bytes[start] : 0 {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isObject = bytes[start] == UInt8(ascii: "{")
            position += 1
            while true {
                Self.skip(bytes, from: &position) { Self.isBlank($0) || $0 == UInt8(ascii: ",") }
                guard position < bytes.count, !Self.isClosing(bytes[position]) else { break }
                items.append(Self.item(bytes, &position, isObject: isObject))
            }
            position = min(position + 1, bytes.count)
        case UInt8(ascii: "\""): Self.skipString(bytes, &position)
        default:
            Self.skip(bytes, from: &position) {
                !Self.isBlank($0) && $0 != UInt8(ascii: ",") && !Self.isClosing($0)
            }
        }
        range = start..<position
    }

    private static func item(_ bytes: [UInt8], _ position: inout Int, isObject: Bool) -> Item {
        let start = position
        var name = ""
        if isObject {
            skipString(bytes, &position)
            name = (try? JSONValue(parsing: Array(bytes[start..<position])))?.string ?? ""
            skip(bytes, from: &position) { isBlank($0) || $0 == UInt8(ascii: ":") }
        }
        let value = JSONSpan(bytes, at: position)
        // A text that is not JSON must not cause an endless loop.
        position = max(value.range.upperBound, start + 1)
        return Item(name: name, start: start, value: value)
    }

    private static func skipString(_ bytes: [UInt8], _ position: inout Int) {
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, bytes.count)
    }

    private static func skipBlanks(_ bytes: [UInt8], _ position: inout Int) {
        skip(bytes, from: &position, isBlank)
    }

    private static func skip(_ bytes: [UInt8], from position: inout Int, _ isSkipped: (UInt8) -> Bool) {
        while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func isClosing(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }
}

/// Determines quickly, without creating values, that two strings are different JSON. In case of doubt, values must be
/// compared: after an escape, because there are several for one character, and beyond ASCII, where characters have
/// several forms.
///
/// With it, a frame that shows an override of a megabyte next to another megabyte at the source takes less than a
/// millisecond to find the difference, instead of 20.
extension JSONSpan {
    /// Whether the strings surely differ. The result for strings that are not JSON is arbitrary.
    package static func surelyDiffer(_ one: String, _ other: String) -> Bool {
        surelyDiffer(Array(one.utf8), Array(other.utf8))
    }

    private static func surelyDiffer(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        var (place, otherPlace) = (0, 0)
        var isInText = false
        // The number of bytes that may still belong to an escape.
        var escape = 0
        while true {
            if !isInText {
                passBlanks(one, &place)
                passBlanks(other, &otherPlace)
            }
            guard place < one.count, otherPlace < other.count else {
                return place < one.count || otherPlace < other.count
            }
            let (byte, otherByte) = (one[place], other[otherPlace])
            guard byte == otherByte else { return escape == 0 && isPlain(byte) && isPlain(otherByte) }
            switch byte {
            // The escaped character may be a quotation mark.
            case UInt8(ascii: "\\") where escape < 5: escape = 6
            case UInt8(ascii: "\"") where escape < 5:
                // No escape continues after the end of its text.
                (isInText, escape) = (!isInText, 0)
            default: break
            }
            if escape > 0 { escape -= 1 }
            place += 1
            otherPlace += 1
        }
    }

    private static func passBlanks(_ bytes: [UInt8], _ place: inout Int) {
        while place < bytes.count {
            switch bytes[place] {
            case 0x20, 0x0A, 0x0D, 0x09: place += 1
            default: return
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte < 0x80 && byte != UInt8(ascii: "\\") }
}

/// Tells quickly, without making values, that two texts are not the same JSON. Where it is in doubt, values have to be
/// made: behind an escape, of which there are several for one character, and beyond ASCII, where characters have several
/// forms.
///
/// What it earns: a frame that shows an override of a megabyte beside another megabyte at the source took 20 ms to see that
/// they differ, and takes less than one.
package enum JSONTexts {
    /// Whether the texts surely do not say the same. Texts that are no JSON may be told as different or not.
    package static func surelyDiffer(_ one: String, _ other: String) -> Bool {
        surelyDiffer(Array(one.utf8), Array(other.utf8))
    }

    private static func surelyDiffer(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        var (place, otherPlace) = (0, 0)
        var isInText = false
        // How many bytes may still belong to an escape.
        var escape = 0
        while true {
            if !isInText {
                skipBlanks(one, &place)
                skipBlanks(other, &otherPlace)
            }
            guard place < one.count, otherPlace < other.count else {
                return place < one.count || otherPlace < other.count
            }
            let (byte, otherByte) = (one[place], other[otherPlace])
            guard byte == otherByte else {
                return escape == 0 && isPlain(byte) && isPlain(otherByte)
            }
            switch byte {
            // What is escaped may be a quotation mark.
            case UInt8(ascii: "\\") where escape < 5: escape = 6
            case UInt8(ascii: "\"") where escape < 5:
                // No escape goes on behind the end of its text.
                (isInText, escape) = (!isInText, 0)
            default: break
            }
            if escape > 0 { escape -= 1 }
            place += 1
            otherPlace += 1
        }
    }

    private static func skipBlanks(_ bytes: [UInt8], _ place: inout Int) {
        while place < bytes.count {
            switch bytes[place] {
            case 0x20, 0x0A, 0x0D, 0x09: place += 1
            default: return
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte < 0x80 && byte != UInt8(ascii: "\\") }
}

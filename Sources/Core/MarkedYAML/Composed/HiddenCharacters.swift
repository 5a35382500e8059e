/// The characters that Yams reads differently from YAML 1.2. They are replaced by private characters while Yams reads
/// the text.
///
/// In libyaml, which implements YAML 1.1, U+0085, U+2028 and U+2029 break lines; in YAML 1.2 they are ordinary
/// characters. A U+FEFF at the start of a string is lost when Yams converts it to a `String`.
struct HiddenCharacters {
    /// The text to give to Yams. Every character is at the place of the one that it hides.
    let text: String
    private let hides: Bool

    init(_ text: String) {
        var bytes = Array(text.utf8)
        // Most texts have none, and no escape: nothing is compared character by character then.
        let mayHold = bytes.contains { $0 >= 0x80 || $0 == UInt8(ascii: "\\") }
        let isTaken =
            mayHold
            && (!Self.escapes("efff", in: bytes).isEmpty || text.unicodeScalars.contains { Self.shown($0) != $0 })
        let escapes = mayHold ? Self.escapes("feff", in: bytes) : []
        hides = mayHold && !isTaken && (!escapes.isEmpty || text.unicodeScalars.contains { Self.hidden($0) != $0 })
        guard hides else {
            self.text = text
            return
        }
        for place in escapes { bytes.swapAt(place, place + 1) }
        self.text = Self.replaced(String(decoding: bytes, as: UTF8.self), by: Self.hidden)
    }

    /// Returns a string of the document with its original characters. In single quotes, the escape of U+FEFF is not an
    /// escape, so its letters are restored: two are exchanged.
    func shown(_ text: String) -> String {
        guard hides else { return text }
        var bytes = Array(text.utf8)
        for place in Self.escapes("efff", in: bytes) { bytes.swapAt(place, place + 1) }
        return Self.replaced(String(decoding: bytes, as: UTF8.self), by: Self.shown)
    }

    private static func hidden(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\u{85}": "\u{E085}"
        case "\u{2028}": "\u{E028}"
        case "\u{2029}": "\u{E029}"
        case "\u{FEFF}": "\u{EFFF}"
        default: scalar
        }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\u{E085}": "\u{85}"
        case "\u{E028}": "\u{2028}"
        case "\u{E029}": "\u{2029}"
        case "\u{EFFF}": "\u{FEFF}"
        default: scalar
        }
    }

    private static func replaced(_ text: String, by other: (Unicode.Scalar) -> Unicode.Scalar) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map(other)))
    }

    /// Returns the positions of the last four digits of escapes such as `\\ufeff` and `\\U0000FEFF`.
    ///
    /// - Parameter digits: these four, in lower case.
    private static func escapes(_ digits: String, in bytes: [UInt8]) -> [Int] {
        var places: [Int] = []
        var rest = bytes[...]
        while let escape = rest.firstIndex(of: UInt8(ascii: "\\")) {
            rest = bytes[(escape + 1)...]
            for start in ["u", "U0000"] where rest.starts(with: start.utf8) {
                let place = rest.startIndex + start.utf8.count
                let found = bytes[place...].prefix(digits.utf8.count)
                // Letters differ from capitals in this bit alone.
                if found.map({ $0 | 0x20 }) == Array(digits.utf8) { places.append(place) }
            }
        }
        return places
    }
}

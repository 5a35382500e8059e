import ExperimentsSupport

/// The characters that Yams reads differently from YAML 1.2. They are replaced by private characters while Yams reads
/// the text.
///
/// In libyaml, which implements YAML 1.1, U+0085, U+2028 and U+2029 break lines; in YAML 1.2 they are ordinary
/// characters. A U+FEFF at the start of a string is lost when Yams converts it to a `String`. In lists and mappings in
/// brackets, libyaml reads `?key` as `? key`. It ends the name of an anchor before some signs that are part of the name
/// in YAML 1.2; if they are hidden, it refuses the name.
struct HiddenCharacters {
    /// The text to give to Yams. Every character is at the place of the one that it hides.
    private(set) var text: String
    private let hides: Bool
    private var hidesAccents = false

    init(_ text: String) {
        self.text = text
        var bytes = Array(text.utf8)
        // Most texts have none, and no escape: nothing is compared character by character then.
        let mayHold = bytes.contains { $0 >= 0x80 || "\\?&*".utf8.contains($0) }
        guard mayHold, Self.escapes("efff", in: bytes).isEmpty,
            !text.unicodeScalars.contains(where: { Self.shown($0) != $0 })
        else {
            hides = false
            return
        }
        let escapes = Self.escapes("feff", in: bytes)
        for place in escapes { bytes.swapAt(place, place + 1) }
        let hidden = Self.hidden(String(decoding: bytes, as: UTF8.self))
        hides = !hidden.utf8.elementsEqual(text.utf8)
        if hides { self.text = hidden }
    }

    /// Replaces the tabs in a blank line, or before a comment, with spaces. YAML 1.2 allows such tabs, libyaml does not.
    ///
    /// Tabs of a block scalar are part of its text. So the line must be one in which libyaml found no text, and after it,
    /// only the lines before the next `|` or `>` are changed as well.
    ///
    /// - Returns: whether the line has such tabs.
    mutating func replaceTabs(inBlankLine number: Int) -> Bool {
        var bytes = Array(text.utf8)
        var (line, start) = (1, 0)
        var isChanged = false
        while start < bytes.count {
            let isBreak = { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            let end = bytes[start...].firstIndex(where: isBreak) ?? bytes.count
            if line >= number {
                let tabs = Self.tabs(before: bytes[start..<end])
                if line == number, tabs.isEmpty { return false }
                for place in tabs { bytes[place] = UInt8(ascii: " ") }
                isChanged = true
                if bytes[start..<end].contains(where: "|>".utf8.contains) { break }
            }
            start = bytes[end...].starts(with: "\r\n".utf8) ? end + 2 : end + 1
            line += 1
        }
        text = String(decoding: bytes, as: UTF8.self)
        return isChanged
    }

    /// Returns the positions of the tabs before the comment or the end of a line; none if it has text.
    private static func tabs(before line: ArraySlice<UInt8>) -> [Int] {
        let blank = line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard blank.endIndex == line.endIndex || line[blank.endIndex] == UInt8(ascii: "#") else { return [] }
        return blank.indices.filter { blank[$0] == UInt8(ascii: "\t") }
    }

    /// Replaces everything that may be an accent, or another form of a letter, because Yams takes keys that only look the
    /// same for one key.
    ///
    /// - Returns: whether there is anything of that kind.
    mutating func hideAccents() -> Bool {
        let scalars = text.unicodeScalars
        guard !hidesAccents, scalars.contains(where: Self.mayBeAccent),
            !scalars.contains(where: { Self.accents.contains($0.value) })
        else { return false }
        text = String(
            String.UnicodeScalarView(
                scalars.map { scalar in
                    guard Self.mayBeAccent(scalar) else { return scalar }
                    return Unicode.Scalar(Self.accents.lowerBound + scalar.value - 0x300) ?? scalar
                }))
        hidesAccents = true
        return true
    }

    /// The private characters that replace accents.
    private static let accents: Range<UInt32> = 0xF0300..<0xFE000

    /// Whether a character is beyond the letters that have no other form, and before the private ones.
    private static func mayBeAccent(_ scalar: Unicode.Scalar) -> Bool {
        (0x300..<0xE000).contains(scalar.value) && scalar != "\u{2028}" && scalar != "\u{2029}"
    }

    /// Returns a string of the document with its original characters. In single quotes, the escape of U+FEFF is not an
    /// escape, so its letters are restored: two are exchanged.
    func shown(_ text: String) -> String {
        guard hidesAccents else { return restored(text) }
        let scalars = text.unicodeScalars.map { scalar in
            Self.accents.contains(scalar.value)
                ? Unicode.Scalar(scalar.value - Self.accents.lowerBound + 0x300) ?? scalar : scalar
        }
        return restored(String(String.UnicodeScalarView(scalars)))
    }

    private func restored(_ text: String) -> String {
        guard hides else { return text }
        var bytes = Array(text.utf8)
        for place in Self.escapes("efff", in: bytes) { bytes.swapAt(place, place + 1) }
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map(Self.shown)
        return String(String.UnicodeScalarView(scalars))
    }

    private static func hidden(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        var isName = false
        var before: Unicode.Scalar = " "
        // In the middle of a text, these signs mean nothing: the key of `salt &pepper: 1` is `salt &pepper`.
        var lastOfText: Unicode.Scalar = "\n"
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            let startsText =
                " \t\r\n,[{".contains(scalar: before) && "\r\n,[{:-?".contains(scalar: lastOfText)
            isName = isName ? !endsName(scalar) : startsText && "&*".contains(scalar: scalar)
            if let replacement = hidden(scalar, in: isName || startsText && scalar == "?" && !endsName(next))
            {
                scalars[index] = replacement
            }
            before = scalar
            if scalar != " ", scalar != "\t" { lastOfText = scalar }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Whether a character ends the name of an anchor.
    private static func endsName(_ scalar: Unicode.Scalar) -> Bool { " \t\r\n,[]{}".contains(scalar: scalar) }

    /// Returns the replacement of a character; nil if it stays.
    private static func hidden(_ scalar: Unicode.Scalar, in isName: Bool) -> Unicode.Scalar? {
        switch scalar {
        case "\u{85}": "\u{E085}"
        case "\u{2028}": "\u{E028}"
        case "\u{2029}": "\u{E029}"
        case "\u{FEFF}": "\u{EFFF}"
        case "?" where isName: "\u{E03F}"
        case ":" where isName: "\u{E03A}"
        case "%" where isName: "\u{E025}"
        case "@" where isName: "\u{E040}"
        case "`" where isName: "\u{E060}"
        default: nil
        }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\u{E085}": "\u{85}"
        case "\u{E028}": "\u{2028}"
        case "\u{E029}": "\u{2029}"
        case "\u{EFFF}": "\u{FEFF}"
        case "\u{E03F}": "?"
        case "\u{E03A}": ":"
        case "\u{E025}": "%"
        case "\u{E040}": "@"
        case "\u{E060}": "`"
        default: scalar
        }
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

/// Reads the names of a Swift file from its bytes, which end with a zero.
///
/// It compares bytes, because characters are slow to compare where nothing is optimized, and a test reads all sources.
struct SourceNameReader {
    private(set) var shared: Set<String> = []
    private(set) var own: Set<String> = []
    private(set) var used: Set<String> = []
    private let bytes: UnsafePointer<UInt8>
    private var place = 0
    private var depth = 0
    /// Whether the declaration that begins is seen only in this file.
    private var isHidden = false
    /// What the word before says about the next one.
    private var expected: SourceNames.Word?
    private var followsDot = false

    init(_ start: UnsafePointer<UInt8>) {
        bytes = start
    }

    private static var newline: UInt8 { UInt8(ascii: "\n") }
    private static var quote: UInt8 { UInt8(ascii: "\"") }

    /// Reads code up to its end.
    ///
    /// - Parameter isInText: whether it ends with a parenthesis that closes more than it opens, as code in texts does.
    mutating func readCode(isInText: Bool) {
        (expected, followsDot) = (nil, false)
        var open = 0
        var wasDot = false
        while bytes[place] != 0 {
            let byte = bytes[place]
            if byte == 0x20 || byte == Self.newline {
                place += 1
            } else if Self.beginsName(byte) {
                readName()
                wasDot = false
            } else if byte == UInt8(ascii: "/"), skipComment() {
                continue
            } else if byte == Self.quote || byte == UInt8(ascii: "#") {
                readText()
                (expected, followsDot) = (nil, false)
            } else if byte == UInt8(ascii: "`") {
                // A name in backticks is no word of the language.
                followsDot = expected == nil
                place += 1
            } else {
                let isDot = byte == UInt8(ascii: ".")
                (expected, followsDot, wasDot) = (nil, isDot && !wasDot, isDot)
                place += 1
                if byte == UInt8(ascii: "(") {
                    open += 1
                } else if byte == UInt8(ascii: ")") {
                    open -= 1
                    if isInText, open < 0 { return }
                } else if byte == UInt8(ascii: "{") {
                    depth += 1
                } else if byte == UInt8(ascii: "}") {
                    depth -= 1
                }
            }
        }
    }

    private mutating func readName() {
        let start = place
        while Self.beginsName(bytes[place]) || Self.isDigit(bytes[place]) { place += 1 }
        let isMember = followsDot
        let before = expected
        (expected, followsDot) = (nil, false)
        guard !isMember else { return }
        let name = String(
            decoding: UnsafeBufferPointer(start: bytes + start, count: place - start), as: UTF8.self)
        if let word = SourceNames.words[name] {
            isHidden = word == .hiding || isHidden && word != .other
            expected = word
        } else if before == .type || before == .function {
            if depth == 0, !isHidden {
                shared.insert(name)
            } else if before == .type {
                own.insert(name)
            }
            isHidden = false
        } else if bytes[start] < UInt8(ascii: "[") || bytes[place] == UInt8(ascii: "(") {
            used.insert(name)
        }
    }

    /// Skips a comment; false if there is none here.
    private mutating func skipComment() -> Bool {
        if bytes[place + 1] == UInt8(ascii: "/") {
            while bytes[place] != 0, bytes[place] != Self.newline { place += 1 }
            return true
        }
        guard bytes[place + 1] == UInt8(ascii: "*") else { return false }
        var depth = 0
        repeat {
            if bytes[place] == UInt8(ascii: "/"), bytes[place + 1] == UInt8(ascii: "*") {
                depth += 1
                place += 2
            } else if bytes[place] == UInt8(ascii: "*"), bytes[place + 1] == UInt8(ascii: "/") {
                depth -= 1
                place += 2
            } else {
                place += 1
            }
        } while depth > 0 && bytes[place] != 0
        return true
    }

    /// Reads a text with the number signs around it, and the code in it. A number sign without a text is skipped.
    private mutating func readText() {
        let signs = signs(at: place)
        place += signs
        guard bytes[place] == Self.quote else { return }
        let isLong = isLongQuote(at: place)
        place += isLong ? 3 : 1
        while bytes[place] != 0, isLong || bytes[place] != Self.newline {
            let byte = bytes[place]
            if byte == Self.quote, !isLong || isLongQuote(at: place) {
                place += isLong ? 3 : 1
                if self.signs(at: place) >= signs {
                    place += signs
                    return
                }
            } else if byte == UInt8(ascii: "\\"), self.signs(at: place + 1) >= signs {
                place += 1 + signs
                if bytes[place] == UInt8(ascii: "(") {
                    place += 1
                    readCode(isInText: true)
                } else if bytes[place] != 0 {
                    place += 1
                }
            } else {
                place += 1
            }
        }
    }

    private func isLongQuote(at place: Int) -> Bool {
        bytes[place] == Self.quote && bytes[place + 1] == Self.quote && bytes[place + 2] == Self.quote
    }

    private func signs(at place: Int) -> Int {
        var count = 0
        while bytes[place + count] == UInt8(ascii: "#") { count += 1 }
        return count
    }

    private static func beginsName(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
            || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}

// Words, numbers and strings.
extension JSONParser {
    mutating func parseWord(_ word: StaticString, _ value: JSONValue) throws(JSONProblem) -> JSONValue {
        let length = word.utf8CodeUnitCount
        let matches =
            position + length <= bytes.count
            && (0..<length).allSatisfy { bytes[position + $0] == word.utf8Start[$0] }
        guard matches else { throw unexpected() }
        position += length
        return value
    }

    mutating func parseNumber() throws(JSONProblem) -> String {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let integerStart = position
        guard skipDigits() else { throw problem("expected a digit") }
        if bytes[integerStart] == UInt8(ascii: "0"), position - integerStart > 1 {
            throw problem("a number must not begin with 0", at: integerStart)
        }
        if next == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() else { throw problem("expected a digit after '.'") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard skipDigits() else { throw problem("expected a digit in the exponent") }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while let byte = next, byte.isASCIIDigit { position += 1 }
        return position > start
    }

    mutating func parseString() throws(JSONProblem) -> String {
        let opening = position
        position += 1
        let start = position
        var isASCII = true
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                defer { position += 1 }
                return try text(start..<position, isASCII: isASCII)
            }
            if byte == UInt8(ascii: "\\") { return try parseEscapedString(from: start, opening: opening) }
            guard byte >= 0x20 else { throw unexpectedControl() }
            if byte >= 0x80 { isASCII = false }
            position += 1
        }
        throw problem("unclosed string", at: opening)
    }

    private func text(_ range: Range<Int>, isASCII: Bool) throws(JSONProblem) -> String {
        let source = bytes[range]
        let text = String(decoding: source, as: UTF8.self)
        // Bytes that are not UTF-8 were replaced, so the text would differ.
        guard isASCII || text.utf8.elementsEqual(source) else {
            throw problem(
                "the string is not valid UTF-8", advice: "save the file as UTF-8", at: range.lowerBound)
        }
        return text
    }

    private mutating func parseEscapedString(from start: Int, opening: Int) throws(JSONProblem) -> String {
        var result = try text(start..<position, isASCII: false)
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return result
            case UInt8(ascii: "\\"):
                result.unicodeScalars.append(try parseEscape())
            case 0..<0x20:
                throw unexpectedControl()
            default:
                let runStart = position
                while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                    position += 1
                }
                result += try text(runStart..<position, isASCII: false)
            }
        }
        throw problem("unclosed string", at: opening)
    }

    private mutating func parseEscape() throws(JSONProblem) -> Unicode.Scalar {
        let start = position
        position += 1
        let kind = next
        position += 1
        switch kind {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let high = try parseHexadecimal(start)
            if let scalar = Unicode.Scalar(high) { return scalar }
            guard high < 0xDC00, next == UInt8(ascii: "\\") else {
                throw problem("half of a surrogate pair", at: start)
            }
            position += 1
            guard next == UInt8(ascii: "u") else { throw problem("half of a surrogate pair", at: start) }
            position += 1
            let low = try parseHexadecimal(start)
            guard (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            else { throw problem("half of a surrogate pair", at: start) }
            return scalar
        default:
            throw problem("unknown escape in a string", advice: "write \\\\ for a backslash", at: start)
        }
    }

    private mutating func parseHexadecimal(_ start: Int) throws(JSONProblem) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw problem("expected four hexadecimal digits after \\u", at: start)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}

/// Reads one JSON value (RFC 8259, strictly), telling where a text goes wrong.
///
/// Refuses what makes two readers disagree: a name that occurs twice in an object, a lone surrogate, invalid UTF-8, a
/// number such as `01`, text after the value. Nesting is limited so that no input can exhaust the stack.
struct JSONParser {
    static let depthLimit = 256

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    mutating func parseDocument() throws(JSONProblem) -> JSONValue {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
        skipBlanks()
        let value = try parseValue()
        skipBlanks()
        guard position == bytes.count else { throw problem("unexpected text after the value") }
        return value
    }

    private func problem(_ message: String, at offset: Int? = nil) -> JSONProblem {
        JSONProblem(message, at: min(offset ?? position, bytes.count), in: bytes)
    }

    private var next: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func parseValue() throws(JSONProblem) -> JSONValue {
        guard let byte = next else { throw problem("the text ends where a value should be") }
        switch byte {
        case UInt8(ascii: "{"): return try nested { (parser) throws(JSONProblem) in try parser.parseObject() }
        case UInt8(ascii: "["): return try nested { (parser) throws(JSONProblem) in try parser.parseArray() }
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
        case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
        case UInt8(ascii: "n"): return try parseWord("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try parseNumber())
        default: throw problem("unexpected \(Self.name(of: byte)) where a value should be")
        }
    }

    private mutating func nested(
        _ parse: (inout JSONParser) throws(JSONProblem) -> JSONValue
    ) throws(JSONProblem) -> JSONValue {
        depth += 1
        guard depth <= Self.depthLimit else { throw problem("nested deeper than \(Self.depthLimit) levels") }
        defer { depth -= 1 }
        return try parse(&self)
    }

    private mutating func parseObject() throws(JSONProblem) -> JSONValue {
        let opening = position
        position += 1
        var members: [JSONObject.Member] = []
        var names: Set<String> = []
        skipBlanks()
        if next == UInt8(ascii: "}") {
            position += 1
            return .object(JSONObject())
        }
        while true {
            skipBlanks()
            let nameOffset = position
            guard next == UInt8(ascii: "\"") else { throw unexpected("a member's name in quotes", opening: opening) }
            let name = try parseString()
            guard isNew(name, in: members, &names) else {
                throw problem("the name \"\(name)\" occurs twice in one object", at: nameOffset)
            }
            skipBlanks()
            guard next == UInt8(ascii: ":") else { throw unexpected("':' after \"\(name)\"", opening: opening) }
            position += 1
            skipBlanks()
            members.append(JSONObject.Member(name: name, value: try parseValue()))
            skipBlanks()
            switch next {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "}"):
                position += 1
                return .object(JSONObject(distinct: members))
            default: throw unexpected("',' or '}'", opening: opening)
            }
        }
    }

    /// Small objects are searched, large ones get a set: most objects are small, and a set for each would cost more.
    private func isNew(_ name: String, in members: [JSONObject.Member], _ names: inout Set<String>) -> Bool {
        if members.count < 12 { return !members.contains { $0.name == name } }
        if names.isEmpty { names = Set(members.lazy.map(\.name)) }
        return names.insert(name).inserted
    }

    private mutating func parseArray() throws(JSONProblem) -> JSONValue {
        let opening = position
        position += 1
        var elements: [JSONValue] = []
        skipBlanks()
        if next == UInt8(ascii: "]") {
            position += 1
            return .array([])
        }
        while true {
            skipBlanks()
            elements.append(try parseValue())
            skipBlanks()
            switch next {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "]"):
                position += 1
                return .array(elements)
            default: throw unexpected("',' or ']'", opening: opening)
            }
        }
    }

    private func unexpected(_ wanted: String, opening: Int) -> JSONProblem {
        guard let byte = next else {
            let start = JSONProblem("", at: opening, in: bytes)
            let bracket = bytes[opening] == UInt8(ascii: "{") ? "'{'" : "'['"
            return problem("the text ends before the \(bracket) of line \(start.line) is closed")
        }
        return problem("expected \(wanted), found \(Self.name(of: byte))")
    }

    private mutating func parseWord(_ word: StaticString, _ value: JSONValue) throws(JSONProblem) -> JSONValue {
        let length = word.utf8CodeUnitCount
        let matches =
            position + length <= bytes.count
            && (0..<length).allSatisfy { bytes[position + $0] == word.utf8Start[$0] }
        guard matches else { throw problem("expected \(word)") }
        position += length
        return value
    }

    private mutating func parseNumber() throws(JSONProblem) -> String {
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
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
        return position > start
    }

    private mutating func parseString() throws(JSONProblem) -> String {
        let opening = position
        position += 1
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                defer { position += 1 }
                return try text(start..<position)
            }
            if byte == UInt8(ascii: "\\") { return try parseEscapedString(from: start, opening: opening) }
            guard byte >= 0x20 else { throw problem("a control character must be written as an escape") }
            position += 1
        }
        throw problem("the text ends inside the string that starts here", at: opening)
    }

    private func text(_ range: Range<Int>) throws(JSONProblem) -> String {
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw problem("the string is not valid UTF-8", at: range.lowerBound)
        }
        return text
    }

    private mutating func parseEscapedString(from start: Int, opening: Int) throws(JSONProblem) -> String {
        var result = try text(start..<position)
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return result
            case UInt8(ascii: "\\"):
                result.unicodeScalars.append(try parseEscape())
            case 0..<0x20:
                throw problem("a control character must be written as an escape")
            default:
                let runStart = position
                while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                    position += 1
                }
                result += try text(runStart..<position)
            }
        }
        throw problem("the text ends inside the string that starts here", at: opening)
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
            throw problem("unknown escape in a string", at: start)
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

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x0A, 0x0D: "the end of the line"
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        default: "byte 0x" + String(byte, radix: 16)
        }
    }
}

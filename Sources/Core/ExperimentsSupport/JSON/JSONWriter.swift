/// Writes JSON that is also safe to print. Every character that `VisibleText` calls unsafe is written as an escape, so
/// that no value can control the terminal or hide in it. The exception is JSON with the fewest bytes.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let isIndented: Bool
    private let escapesAllControls: Bool
    private var level = 0

    /// - Parameter escapesAllControls: whether to escape also those control characters that JSON allows as they are,
    ///   such as U+007F.
    init(isIndented: Bool, escapesAllControls: Bool = true) {
        self.isIndented = isIndented
        self.escapesAllControls = escapesAllControls
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let lexeme): bytes += lexeme.utf8
        case .string(let string): write(string)
        case .array(let elements): write(elements)
        case .object(let object): write(object)
        }
    }

    private mutating func write(_ elements: [JSONValue]) {
        guard !elements.isEmpty else {
            bytes += "[]".utf8
            return
        }
        bytes.append(UInt8(ascii: "["))
        level += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine()
            write(element)
        }
        level -= 1
        breakLine()
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ object: JSONObject) {
        guard !object.isEmpty else {
            bytes += "{}".utf8
            return
        }
        bytes.append(UInt8(ascii: "{"))
        level += 1
        for (index, member) in object.members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine()
            write(member.name)
            bytes += (isIndented ? ": " : ":").utf8
            write(member.value)
        }
        level -= 1
        breakLine()
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func breakLine() {
        guard isIndented else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
    }

    private mutating func write(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { writeEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Copies runs of bytes without characters to escape.
    private mutating func writeEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var runStart = 0
        var position = 0
        while position < text.count {
            let length = lengthToEscape(in: text, at: position)
            guard length > 0 else {
                position += 1
                continue
            }
            bytes.append(contentsOf: text[runStart..<position])
            writeEscape(of: text[position..<(position + length)])
            position += length
            runStart = position
        }
        bytes.append(contentsOf: text[runStart..<position])
    }

    /// Returns how many bytes at `position` form a character that must be escaped; 0 if it is written unchanged.
    private func lengthToEscape(in text: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        switch text[position] {
        case 0x00..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"): 1
        case _ where !escapesAllControls: 0
        case 0x7F: 1
        // The controls from U+0080 to U+009F.
        case 0xC2 where text[position + 1] < 0xA0: 2
        // Characters that change the direction of writing, separate lines, or have no width.
        case 0xD8 where text[position + 1] == 0x9C: 2
        case 0xE2 where text[position + 1] & 0xFE == 0x80, 0xEF where text[position + 1] >= 0xBB:
            Self.isDisruptive(Self.scalar(text[position..<(position + 3)])) ? 3 : 0
        // Tags.
        case 0xF3 where text[position + 1] == 0xA0 && text[position + 2] < 0x84: 4
        default: 0
        }
    }

    /// Decodes the bytes of one character. Swift's strings are always valid UTF-8.
    private static func scalar(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
    }

    private static func isDisruptive(_ scalar: Unicode.Scalar) -> Bool { VisibleText.isDisruptive(scalar) }

    private mutating func writeEscape(of character: Slice<UnsafeBufferPointer<UInt8>>) {
        switch character.first {
        case UInt8(ascii: "\""): bytes += "\\\"".utf8
        case UInt8(ascii: "\\"): bytes += "\\\\".utf8
        case UInt8(ascii: "\n"): bytes += "\\n".utf8
        case UInt8(ascii: "\r"): bytes += "\\r".utf8
        case UInt8(ascii: "\t"): bytes += "\\t".utf8
        default:
            for unit in String(Self.scalar(character)).utf16 {
                let digits = String(unit, radix: 16)
                bytes += "\\u".utf8
                bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
                bytes += digits.utf8
            }
        }
    }
}

extension JSONValue {
    /// The value on one line without spaces.
    public var compactText: String { String(decoding: compactBytes, as: UTF8.self) }

    /// The value with two spaces of indentation, a member or element on each line, and no newline at the end.
    public var prettyText: String { String(decoding: prettyBytes, as: UTF8.self) }

    /// `compactText` in UTF-8.
    public var compactBytes: [UInt8] {
        var writer = JSONWriter(isIndented: false)
        writer.write(self)
        return writer.bytes
    }

    /// `prettyText` in UTF-8.
    public var prettyBytes: [UInt8] {
        var writer = JSONWriter(isIndented: true)
        writer.write(self)
        return writer.bytes
    }

    /// The value in the fewest bytes, in UTF-8. Only for programs, because it may contain characters that control a
    /// terminal.
    package var densestBytes: [UInt8] {
        var writer = JSONWriter(isIndented: false, escapesAllControls: false)
        writer.write(self)
        return writer.bytes
    }
}

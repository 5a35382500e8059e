// The messages for text that is not JSON, and for the most common mistakes.
extension JSONParser {
    /// Returns the problem with the text at the position.
    ///
    /// - Parameters:
    ///   - wanted: what was expected; nil for a value.
    ///   - opening: the bracket that the text may end within.
    func unexpected(_ wanted: String? = nil, opening: Int? = nil) -> JSONProblem {
        guard let byte = next else {
            guard let opening else { return problem("expected a value, found the end of the text") }
            return problem("unclosed '\(Unicode.Scalar(bytes[opening]))'", at: opening)
        }
        if isComment { return problem("JSON has no comments", advice: "remove this one") }
        if MergeConflict.begins(bytes[position...]) { return problem(MergeConflict.message) }
        let found = wanted == nil ? word.map { "'\($0)'" } ?? shown(byte) : shown(byte)
        return problem("expected \(wanted ?? "a value"), found \(found)", advice: advice(byte))
    }

    /// Returns the problem with a control character in a string.
    func unexpectedControl() -> JSONProblem {
        switch next {
        case 0x0A, 0x0D: problem("a string must not have a line break", advice: "write \\n")
        case 0x09: problem("a string must not have a tab", advice: "write \\t")
        default: problem("a control character must be written as an escape, such as \\u001b")
        }
    }

    private var isComment: Bool {
        let following = position + 1 < bytes.count ? bytes[position + 1] : 0
        return next == UInt8(ascii: "/") && [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(following)
            || next == UInt8(ascii: "#")
    }

    /// The word that begins at the position, if it was probably intended as a value. Any other word may be a secret.
    private var word: String? {
        let letters = bytes[position...].prefix(24).prefix {
            $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_")
        }
        let word = String(decoding: letters, as: UTF8.self)
        let isValue =
            Self.wordAdvice[word] != nil
            || SpellingSuggestion.nearest(to: word, in: ["true", "false", "null"]) != nil
        return isValue ? word : nil
    }

    private static let wordAdvice = [
        "True": "write true", "TRUE": "write true", "False": "write false", "FALSE": "write false",
        "None": "write null",
        "Null": "write null", "NULL": "write null", "nil": "write null", "undefined": "write null",
        "NaN": "JSON has no such number; write null", "Infinity": "JSON has no such number; write null",
    ]

    private func advice(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
            let before = bytes[..<position].last { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
            return before == UInt8(ascii: ",") ? "remove the comma before it" : nil
        case UInt8(ascii: "."): return "write 0 before the point"
        case UInt8(ascii: "+"): return "remove the plus sign"
        case UInt8(ascii: "'"): return "write \" instead"
        case _ where ["“", "”", "„", "‘", "’"].contains { bytes[position...].starts(with: $0.utf8) }:
            return "write \" instead"
        default: return word.flatMap { Self.wordAdvice[$0] }
        }
    }

    private func shown(_ byte: UInt8) -> String {
        switch byte {
        case 0x0A, 0x0D: return "the end of the line"
        case 0x21...0x7E: return "'\(Unicode.Scalar(byte))'"
        default: break
        }
        var decoder = UTF8()
        var rest = bytes[position...].makeIterator()
        guard byte >= 0x80, case .scalarValue(let scalar) = decoder.decode(&rest) else {
            return "byte 0x" + String(byte, radix: 16)
        }
        // A blank such as U+00A0 looks like the one that JSON allows.
        if VisibleText.isDisruptive(scalar) || scalar.properties.isWhitespace {
            return "U+" + String(scalar.value, radix: 16, uppercase: true).zeroPadded(to: 4)
        }
        return "'\(scalar)'"
    }
}

/// The reason why a string is not JSON, and the place of the mistake.
public struct JSONProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problem, in a few words, and how to correct it.
    public var message: String { problem + (remedy.map { "; " + $0 } ?? "") }
    /// The place, as a number of bytes from the start.
    public let offset: Int
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in bytes.
    public let column: Int
    private let problem: String
    private let remedy: String?

    init(_ problem: String, advice: String?, at offset: Int, in bytes: [UInt8]) {
        self.problem = problem
        remedy = advice
        self.offset = offset
        (line, column) = Self.place(of: offset, in: bytes)
    }

    package var place: ErrorPlace? { ErrorPlace(line: line, column: column) }

    /// Returns the line and column of a byte, both from 1.
    static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }
        return (line, column)
    }

    /// `expected a value, found 'None' at line 3, column 7; write null`.
    public var description: String {
        "\(problem) at line \(line), column \(column)" + (remedy.map { "; " + $0 } ?? "")
    }
}

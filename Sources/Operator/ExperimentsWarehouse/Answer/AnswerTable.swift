/// The rows of an answer: CSV as in RFC 4180, in UTF-8, with a header. Nothing is guessed.
struct AnswerTable {
    struct Row {
        var fields: [String] = []
        /// The line that it begins on.
        var line: Int
    }

    /// The header and the rows.
    private(set) var rows: [Row] = []

    /// Reads an answer.
    ///
    /// - Throws: `AnswerFault` for text that is not CSV.
    init(_ bytes: [UInt8]) throws(AnswerFault) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw AnswerFault("the answer is not UTF-8", .encoding)
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var rest = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        var line = 1
        while !rest.isEmpty {
            var row = Row(line: line)
            var isOpen = true
            while isOpen {
                row.fields.append(try Self.field(&rest, &line))
                isOpen = rest.first == UInt8(ascii: ",")
                if isOpen { rest = rest.dropFirst() }
            }
            if rest.first == 13 { rest = rest.dropFirst() }
            if rest.first == 10 { rest = rest.dropFirst() }
            line += 1
            if row.fields != [""] { rows.append(row) }
        }
    }

    private static func field(_ rest: inout ArraySlice<UInt8>, _ line: inout Int) throws(AnswerFault)
        -> String
    {
        guard rest.first == UInt8(ascii: "\"") else {
            let field = rest.prefix { $0 != UInt8(ascii: ",") && $0 != 10 && $0 != 13 }
            rest = rest[field.endIndex...]
            return String(decoding: field, as: UTF8.self)
        }
        var text: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.first {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "\"") {
                guard rest.first == byte else {
                    let isAtEnd = rest.first.map { $0 == UInt8(ascii: ",") || $0 == 10 || $0 == 13 } ?? true
                    guard isAtEnd else {
                        throw AnswerFault(
                            "line \(line) of the answer has text after a closing quotation mark")
                    }
                    return String(decoding: text, as: UTF8.self)
                }
                rest = rest.dropFirst()
            }
            if byte == 10 { line += 1 }
            text.append(byte)
        }
        throw AnswerFault("the answer ends inside of quotation marks", .incomplete)
    }
}

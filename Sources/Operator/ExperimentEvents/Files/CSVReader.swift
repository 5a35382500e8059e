/// Reads rows of RFC 4180 one by one: fields between commas, in quotation marks if they contain commas, line ends or
/// quotation marks, which are then doubled. The separators may also be semicolons, tabs or vertical bars. Blanks
/// outside of quotation marks are left out.
///
/// Line ends are LF, CRLF or CR; empty lines are skipped.
package struct CSVReader: Sendable {
    /// A row, with the line that it begins on.
    package struct Row: Sendable, Hashable {
        package var fields: [String]
        package var line: Int
        /// Whether a field in quotation marks contains the end of a line.
        var spansLines = false
        /// The index of its first byte.
        fileprivate var start = 0
    }

    /// The separators to detect, the most common first.
    private static let separators = Array(",;\t|".utf8)

    private let bytes: [UInt8]
    /// The separator of fields.
    package let separator: UInt8
    private var place: Int
    private var line: Int
    /// The number of fields in the previous row.
    private var fieldCount = 0
    /// The end of the row that was refused last, with the lines that may belong to its fields.
    private var doubtfulEnd = 0

    /// Creates a reader of UTF-8 text.
    ///
    /// The separator is the most frequent one in the first line, unless that line names one as Excel does: `sep=;`.
    /// Comments above it, which some analytics exports have, are skipped.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        (place, line) = Self.start(of: bytes)
        let first = bytes[place...].prefix { !Self.isLineEnd($0) }
        let named = first.filter { $0 != UInt8(ascii: "\"") }
        if named.count == 5, named.starts(with: "sep=".utf8) {
            separator = named[4]
            place = first.endIndex
        } else {
            var counts: [UInt8: Int] = [:]
            var isQuoted = false
            for byte in first {
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                if !isQuoted { counts[byte, default: 0] += 1 }
            }
            separator =
                Self.separators.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? Self.separators[0]
        }
    }

    /// Returns the index and the number of the first line that is neither empty nor a comment.
    private static func start(of bytes: [UInt8]) -> (place: Int, line: Int) {
        var (rest, number) = (bytes[...], 1)
        while !rest.isEmpty {
            let line = rest.prefix { !isLineEnd($0) }
            guard line.isEmpty || isComment(line) else { break }
            rest = rest[line.endIndex...]
            rest = rest.dropFirst(rest.starts(with: "\r\n".utf8) ? 2 : 1)
            number += 1
        }
        return (rest.startIndex, number)
    }

    /// Returns whether a line is a comment: `#` alone, or before a blank or a rule. `#` may be the name of a column.
    private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first == UInt8(ascii: "#") else { return false }
        return line.dropFirst().first.map { " -#=".utf8.contains($0) } ?? true
    }

    /// Returns whether the text is a table drawn with lines, as programs print it for people: its first or second line
    /// consists only of line characters.
    package static func isDrawn(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.prefix(1 << 16).split(maxSplits: 3, whereSeparator: isLineEnd).prefix(2)
        return lines.contains { line in
            line.contains(UInt8(ascii: "-")) && line.allSatisfy { "+-=| ".utf8.contains($0) }
                || line.starts(with: [0xE2, 0x94]) || line.starts(with: [0xE2, 0x95])
        }
    }

    /// Returns the next row with content; nil at the end. Spreadsheets write empty rows as only separators.
    ///
    /// - Throws: `EventFileProblem` for a quotation mark that is never closed, or is not allowed there. Reading
    ///   continues with the next line.
    package mutating func next() throws(EventFileProblem) -> Row? {
        while let row = try row() {
            if !row.fields.allSatisfy(\.isEmpty) { return row }
        }
        return nil
    }

    private mutating func row() throws(EventFileProblem) -> Row? {
        while place < bytes.count, Self.isLineEnd(bytes[place]) { passLineEnd() }
        guard place < bytes.count else { return nil }
        // Files that were joined have their byte order marks in the middle.
        if bytes[place...].starts(with: [0xEF, 0xBB, 0xBF]) { place += 3 }
        var row = Row(fields: [], line: line, start: place)
        row.fields.reserveCapacity(fieldCount)
        while true {
            do throws(EventFileProblem) {
                row.fields.append(try field())
            } catch {
                // Rows that were taken for a part of a field must not be lost.
                skipLine(of: row)
                var problem = error
                problem.line = row.line
                throw problem
            }
            guard place < bytes.count, bytes[place] == separator else { break }
            place += 1
        }
        fieldCount = row.fields.count
        row.spansLines = line > row.line
        if place < bytes.count { passLineEnd() }
        return row
    }

    /// Continues with the line after the one on which a row begins.
    mutating func skipLine(of row: Row) {
        doubtfulEnd = max(doubtfulEnd, place)
        place = row.start
        line = row.line
        passLine()
    }

    private mutating func field() throws(EventFileProblem) -> String {
        let mark = placeAfterBlanks
        guard mark < bytes.count, bytes[mark] == UInt8(ascii: "\"") else { return try plainField() }
        place = mark
        var text: [UInt8] = []
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") {
                place += 1
                guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
                    place = placeAfterBlanks
                    guard place == bytes.count || bytes[place] == separator || Self.isLineEnd(bytes[place])
                    else {
                        let isSpaced =
                            bytes[place - 1] == UInt8(ascii: " ") && bytes[place] == UInt8(ascii: "\"")
                        throw isSpaced
                            ? EventFileProblem(
                                "the fields are separated by spaces",
                                advice: "separate them by commas, semicolons, tabs or vertical bars")
                            : EventFileProblem(
                                "unexpected text after a closing quotation mark",
                                advice: "write a quotation mark inside a field as two")
                    }
                    return String(decoding: text, as: UTF8.self)
                }
            }
            if Self.isLineEnd(byte) {
                let end = place
                passLineEnd()
                text += bytes[end..<place]
            } else {
                text.append(byte)
                place += 1
            }
        }
        throw EventFileProblem(
            "a quotation mark is never closed",
            advice: "close it, or write a quotation mark inside a field as two")
    }

    /// The index of the next byte that is not a blank.
    private var placeAfterBlanks: Int {
        bytes[place...].firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
    }

    /// Reads a field without quotation marks around it.
    ///
    /// - Throws: `EventFileProblem` for a quotation mark in a line that may be a part of a refused field: what is
    ///   before the mark would be the rest of that field.
    private mutating func plainField() throws(EventFileProblem) -> String {
        let start = place
        while place < bytes.count, bytes[place] != separator, !Self.isLineEnd(bytes[place]) { place += 1 }
        if start < doubtfulEnd, bytes[start..<place].contains(UInt8(ascii: "\"")) {
            throw EventFileProblem(
                "the line is a part of a field in quotation marks",
                advice: "write fields without line ends, or close the quotation mark before this line")
        }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func passLine() {
        while place < bytes.count, !Self.isLineEnd(bytes[place]) { place += 1 }
        if place < bytes.count { passLineEnd() }
    }

    private mutating func passLineEnd() {
        let isPair = bytes[place] == 13 && place + 1 < bytes.count && bytes[place + 1] == 10
        place += isPair ? 2 : 1
        line += 1
    }

    static func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }
}

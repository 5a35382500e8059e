/// Reads rows of RFC 4180 one by one: fields between commas, in quotation marks where they hold commas, line ends or
/// quotation marks, which are then doubled.
///
/// Line ends are LF, CRLF or CR; a mark of byte order at the start and empty lines are passed over.
package struct CSVReader: Sendable {
    /// A row, and the line that it begins on.
    package struct Row: Sendable, Hashable {
        package var fields: [String]
        package var line: Int
    }

    private let bytes: [UInt8]
    private var place: Int
    private var line = 1
    /// The number of fields in the previous row.
    private var fieldCount = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next row; nil at the end.
    ///
    /// - Throws: `EventFileProblem` for a quotation mark that is never closed, or not where one may be. What follows is
    ///   read from the next line on.
    package mutating func next() throws(EventFileProblem) -> Row? {
        while place < bytes.count, isLineEnd(bytes[place]) { passLineEnd() }
        guard place < bytes.count else { return nil }
        var row = Row(fields: [], line: line)
        row.fields.reserveCapacity(fieldCount)
        while true {
            row.fields.append(try field())
            guard place < bytes.count, bytes[place] == UInt8(ascii: ",") else { break }
            place += 1
        }
        fieldCount = row.fields.count
        if place < bytes.count { passLineEnd() }
        return row
    }

    private mutating func field() throws(EventFileProblem) -> String {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return plainField() }
        let start = (place: place, line: line)
        var text: [UInt8] = []
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") {
                place += 1
                guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
                    guard place == bytes.count || bytes[place] == UInt8(ascii: ",") || isLineEnd(bytes[place]) else {
                        passLine()
                        throw EventFileProblem(
                            "text follows a closing quotation mark", line: start.line,
                            advice: "write a quotation mark within a field as two")
                    }
                    return String(decoding: text, as: UTF8.self)
                }
            }
            if isLineEnd(byte) {
                let end = place
                passLineEnd()
                text += bytes[end..<place]
            } else {
                text.append(byte)
                place += 1
            }
        }
        (place, line) = start
        passLine()
        throw EventFileProblem("a quotation mark is opened, and never closed", line: start.line)
    }

    private mutating func plainField() -> String {
        let start = place
        return bytes.withUnsafeBufferPointer { bytes in
            while place < bytes.count, bytes[place] != UInt8(ascii: ","), !isLineEnd(bytes[place]) { place += 1 }
            return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
        }
    }

    private mutating func passLine() {
        while place < bytes.count, !isLineEnd(bytes[place]) { place += 1 }
        if place < bytes.count { passLineEnd() }
    }

    private mutating func passLineEnd() {
        let isPair = bytes[place] == 13 && place + 1 < bytes.count && bytes[place + 1] == 10
        place += isPair ? 2 : 1
        line += 1
    }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }
}

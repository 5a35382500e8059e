import ExperimentsSupport

/// Reads JSON objects one by one: one on each line, one after the other over several lines, or all in one array.
struct JSONRows: Sendable {
    private enum Layout {
        /// Each on a line: a mistake costs only its line.
        case lines
        /// One after the other, with or without commas and brackets around them.
        case stream
    }

    private let bytes: [UInt8]
    private let layout: Layout
    private var place = 0
    private var line = 1

    /// Objects in a text; nil if it begins with no JSON.
    init?(_ bytes: [UInt8]) {
        guard let start = bytes.firstIndex(where: { !$0.isBlank }) else { return nil }
        self.bytes = bytes
        switch bytes[start] {
        case UInt8(ascii: "{"):
            // Programs that write an object over several lines open it on a line of its own.
            let isAlone = bytes[(start + 1)...].first { $0 == 10 || !$0.isBlank } == 10
            layout = isAlone ? .stream : .lines
        case UInt8(ascii: "["):
            // No column of CSV is called so.
            guard let next = bytes[(start + 1)...].first(where: { !$0.isBlank }), [0x7B, 0x5D].contains(next) else {
                return nil
            }
            layout = .stream
        default: return nil
        }
    }

    private init(_ bytes: [UInt8], _ layout: Layout) { (self.bytes, self.layout) = (bytes, layout) }

    /// Objects on lines, whatever the first line holds.
    init(lines bytes: [UInt8]) { self = JSONRows(bytes) ?? JSONRows(bytes, .lines) }

    /// The next object and the line that it begins on; nil at the end.
    ///
    /// - Throws: `EventFileProblem` for what is no object. The next call goes on behind it.
    mutating func next() throws(EventFileProblem) -> (object: JSONObject, line: Int)? {
        guard let span = span() else { return nil }
        let start = line
        defer {
            line += bytes[span].count { $0 == 10 }
            place = span.upperBound
        }
        let value: JSONValue
        do throws(JSONProblem) {
            value = try JSONValue(parsing: Array(bytes[span]))
        } catch {
            // The column of a mistake is that in the file.
            let lineStart = bytes[..<span.lowerBound].lastIndex(of: 10).map { $0 + 1 } ?? 0
            let shift = error.line == 1 ? span.lowerBound - lineStart : 0
            throw EventFileProblem(
                "this is no JSON: \(error.message)", line: start + error.line - 1, column: error.column + shift)
        }
        guard let object = value.object else { throw EventFileProblem("this is no JSON object", line: start) }
        return (object, start)
    }

    /// Where the next value is; passes over what stands before it.
    private mutating func span() -> Range<Int>? {
        let marks: [UInt8] = layout == .stream ? [0x5B, 0x2C, 0x5D] : []
        while place < bytes.count, bytes[place].isBlank || marks.contains(bytes[place]) {
            if bytes[place] == 10 { line += 1 }
            place += 1
        }
        guard place < bytes.count else { return nil }
        guard layout == .stream, bytes[place] == UInt8(ascii: "{") else {
            // What does not begin as an object is no more than its line.
            return place..<(bytes[place...].firstIndex(of: 10) ?? bytes.count)
        }
        var (depth, isText, isEscaped) = (0, false, false)
        for index in place..<bytes.count {
            switch bytes[index] {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isText: isEscaped = true
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "{") where !isText: depth += 1
            case UInt8(ascii: "}") where !isText:
                depth -= 1
                if depth == 0 { return place..<(index + 1) }
            default: break
            }
        }
        return place..<bytes.count
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 32 || (9...13).contains(self) }
}

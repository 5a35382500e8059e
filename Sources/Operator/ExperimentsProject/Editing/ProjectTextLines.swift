import ExperimentsCore

/// The text of a project file as lines that keep their ends, so that what is put together again is the same.
struct ProjectTextLines {
    /// The lines, each with its line feed as far as it has one.
    private(set) var lines: [Substring.UTF8View]
    /// How the file ends its lines.
    let lineEnd: String

    init(_ text: String) {
        lines = []
        var start = text.utf8.startIndex
        while start < text.utf8.endIndex {
            let end = text.utf8[start...].firstIndex(of: .lineFeed).map { text.utf8.index(after: $0) }
            lines.append(text[start..<(end ?? text.utf8.endIndex)].utf8)
            start = end ?? text.utf8.endIndex
        }
        lineEnd = lines.first.map { $0.suffix(2).elementsEqual([.carriageReturn, .lineFeed]) } == true ? "\r\n" : "\n"
    }

    /// Whether the last line has an end of its own.
    var endsLines: Bool { lines.last?.last.map { $0 == .lineFeed } ?? true }

    /// How far a line is indented.
    func indentation(of line: Int) -> Int { lines[line].prefix { $0 == .blank }.count }

    /// What stands on a line, without indentation and line end.
    func content(of line: Int) -> Substring.UTF8View {
        var content = lines[line].drop { $0 == .blank }
        while let last = content.last, last == .lineFeed || last == .carriageReturn || last == .blank {
            content.removeLast()
        }
        return content
    }

    /// Whether nothing stands on a line.
    func isBlank(_ line: Int) -> Bool { content(of: line).allSatisfy { $0 == .tab } }

    /// Whether nothing stands on a line but perhaps a comment.
    func isSilent(_ line: Int) -> Bool { isBlank(line) || content(of: line).first == UInt8(ascii: "#") }

    /// Whether a line begins an item of a list.
    func isItem(_ line: Int) -> Bool {
        let content = content(of: line)
        guard content.first == UInt8(ascii: "-") else { return false }
        return content.dropFirst().first.map { $0 == .blank } ?? true
    }

    /// Whether a text over several lines begins behind a line: `description: |`.
    func opensText(_ line: Int) -> Bool {
        guard !isSilent(line) else { return false }
        var content = content(of: line)
        // Behind the mark there may be a comment.
        while let hash = content.lastIndex(of: UInt8(ascii: "#")), hash > content.startIndex,
            content[content.index(before: hash)] == .blank
        { content = content[..<hash] }
        let word = content.split(separator: .blank).last ?? content
        guard let first = word.first, first == UInt8(ascii: "|") || first == UInt8(ascii: ">") else { return false }
        return word.dropFirst().allSatisfy { $0.isASCIIDigit || "+-".utf8.contains($0) }
    }

    /// The text of some lines, as it is.
    func text(_ range: Range<Int>) -> String {
        lines[range].reduce(into: "") { $0 += String(Substring($1)) }
    }
}

extension UInt8 {
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
    fileprivate static let blank = UInt8(ascii: " ")
    fileprivate static let tab = UInt8(ascii: "\t")
}

extension String {
    /// The text without the line feed at its end, if it has one, and the carriage return before it.
    package var withoutLastLineEnd: String {
        let bytes = utf8
        if bytes.suffix(2).elementsEqual("\r\n".utf8) { return String(Substring(bytes.dropLast(2))) }
        return bytes.last == .lineFeed ? String(Substring(bytes.dropLast())) : self
    }
}

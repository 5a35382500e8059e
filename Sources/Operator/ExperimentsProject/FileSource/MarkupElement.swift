import ExperimentsCore

/// An element of an XML document, with its place. Attributes, comments and processing instructions are passed over.
struct MarkupElement {
    let name: String
    /// The text between its tags, without that of the elements in it.
    fileprivate(set) var text = ""
    fileprivate(set) var children: [MarkupElement] = []
    /// The line of its tag, from 1.
    let line: Int
    /// The column of its tag, from 1.
    let column: Int

    /// Reads a document.
    ///
    /// - Parameter path: the file, for messages.
    /// - Throws: `FileProblem` with the place.
    init(parsing bytes: [UInt8], path: String) throws(FileProblem) {
        var reader = MarkupReader(bytes, path)
        self = try reader.document()
    }

    fileprivate init(_ name: String, _ place: (line: Int, column: Int)) {
        self.name = name
        (line, column) = place
    }
}

/// Reads XML as property lists and files of default values are written: entities are the five of XML and those by
/// number, and a document type cannot declare others.
private struct MarkupReader {
    private let bytes: [UInt8]
    private let path: String
    private var place: Int

    private static let deepest = 100

    init(_ bytes: [UInt8], _ path: String) {
        self.bytes = bytes
        self.path = path
        place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func document() throws(FileProblem) -> MarkupElement {
        guard String(validUTF8: bytes) != nil else {
            throw FileProblem(
                path: path, message: "is not UTF-8 text", advice: "save it as UTF-8 and try again")
        }
        try skipProlog()
        let root = try element(depth: 0)
        try skipProlog()
        guard place == bytes.count else { throw problem("expected nothing after </\(root.name)>") }
        return root
    }

    /// Skips comments and declarations before and after the root.
    private mutating func skipProlog() throws(FileProblem) {
        while true {
            skipBlanks()
            if begins("<?") {
                try skip(past: "?>")
            } else if begins("<!--") {
                try skip(past: "-->")
            } else if begins("<!DOCTYPE") {
                let start = place
                try skip(past: ">")
                if bytes[start..<place].contains(UInt8(ascii: "[")) {
                    place = start
                    throw problem("a document type with declarations of its own is not supported")
                }
            } else {
                return
            }
        }
    }

    private mutating func element(depth: Int) throws(FileProblem) -> MarkupElement {
        guard depth < Self.deepest else {
            throw problem("more than \(Self.deepest) elements inside each other")
        }
        guard begins("<"), !begins("</") else { throw problem("expected a tag such as <dict>") }
        let start = lineAndColumn
        place += 1
        var result = MarkupElement(try name(), start)
        guard try !finishTag(of: result.name) else { return result }
        while true {
            if begins("</") {
                let end = place
                place += 2
                guard try name() == result.name else {
                    place = end
                    throw problem("expected </\(result.name)>, for the tag on line \(result.line)")
                }
                skipBlanks()
                guard begins(">") else { throw problem("expected > at the end of the tag") }
                place += 1
                return result
            } else if begins("<!--") {
                try skip(past: "-->")
            } else if begins("<![CDATA[") {
                let start = place + "<![CDATA[".utf8.count
                try skip(past: "]]>")
                result.text += String(decoding: bytes[start..<(place - 3)], as: UTF8.self)
            } else if begins("<?") {
                try skip(past: "?>")
            } else if begins("<") {
                result.children.append(try element(depth: depth + 1))
            } else if place < bytes.count {
                result.text += try text()
            } else {
                throw problem("<\(result.name)> on line \(result.line) has no end")
            }
        }
    }

    /// Passes over the attributes and the end of a tag.
    ///
    /// - Returns: whether the element ends with it.
    private mutating func finishTag(of name: String) throws(FileProblem) -> Bool {
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: ">"):
                place += 1
                return false
            case UInt8(ascii: "\""): try skip(past: "\"", from: place + 1)
            case UInt8(ascii: "'"): try skip(past: "'", from: place + 1)
            case UInt8(ascii: "<"): throw problem("expected > at the end of <\(name)>")
            case UInt8(ascii: "/") where begins("/>"):
                place += 2
                return true
            default: place += 1
            }
        }
        throw problem("<\(name)> has no end")
    }

    private mutating func name() throws(FileProblem) -> String {
        let start = place
        while place < bytes.count, Self.isName(bytes[place]) { place += 1 }
        guard place > start else { throw problem("expected the name of a tag") }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func text() throws(FileProblem) -> String {
        var text: [UInt8] = []
        while place < bytes.count, bytes[place] != UInt8(ascii: "<") {
            if bytes[place] == UInt8(ascii: "&") {
                text += try entity()
            } else {
                // A line end is a line feed, however it is written.
                if bytes[place] != 0x0D {
                    text.append(bytes[place])
                } else if place + 1 >= bytes.count || bytes[place + 1] != 0x0A {
                    text.append(0x0A)
                }
                place += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func entity() throws(FileProblem) -> String.UTF8View {
        let end = bytes[place...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
        let name = end.map { String(decoding: bytes[(place + 1)..<$0], as: UTF8.self) } ?? ""
        guard let end, let text = Self.character(name) else {
            throw problem("expected &amp; for an ampersand, or another entity of XML")
        }
        place = end + 1
        return text.utf8
    }

    private static func character(_ name: String) -> String? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let isHexadecimal = name.hasScalarPrefix("#x")
            guard isHexadecimal || name.hasScalarPrefix("#"),
                let code = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
                code > 0
            else { return nil }
            return Unicode.Scalar(code).map { String($0) }
        }
    }

    private mutating func skip(past end: String, from start: Int? = nil) throws(FileProblem) {
        let end = Array(end.utf8)
        var next = start ?? place
        while next + end.count <= bytes.count {
            if bytes[next] == end[0], bytes[next..<(next + end.count)].elementsEqual(end) {
                place = next + end.count
                return
            }
            next += 1
        }
        throw problem("expected \(String(decoding: end, as: UTF8.self)) before the end of the file")
    }

    private mutating func skipBlanks() {
        while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
    }

    private func begins(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    private static func isName(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || byte >= 0x80 || "_-.:".utf8.contains(byte)
    }

    private var lineAndColumn: (line: Int, column: Int) {
        let before = bytes[..<place]
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let column = String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1
        return (before.count { $0 == 0x0A } + 1, column)
    }

    private func problem(_ message: String) -> FileProblem {
        let (line, column) = lineAndColumn
        return FileProblem(path: path, message: message, line: line, column: column)
    }
}

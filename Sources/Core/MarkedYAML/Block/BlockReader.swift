/// The fast reader. It reads the plain subset of YAML in which configuration files are written, in one pass over the
/// bytes.
///
/// It knows block mappings and lists (also `- key: value`, and lists at the indentation of their key), flow lists and
/// mappings that end on the line on which they start, plain and quoted scalars on one line, comments, and a document
/// marker at the top. For everything else (anchors, tags, block scalars, scalars over several lines, tabs, unusual
/// indentation, mistakes) it gives up, and ``ComposedDocument`` reads the text and words the mistakes. So there is one
/// rule: if this reader returns a result, it is the result of the complete reader, including every place.
///
/// What it earns: a catalogue of 3,000 keys, which a dashboard reads before its first frame, takes 7 ms instead of 112 (see
/// "3000 keys with an anchor" in `make bench`).
struct BlockReader: ~Copyable {
    /// What was found in a text of the subset.
    enum Outcome {
        case empty
        case root(YAMLNode)
        case duplicate(YAMLProblem)
    }

    /// Thrown by everything that meets a text outside the subset.
    struct OutsideSubset: Error {}

    /// Deeper trees are left to the complete reader, which knows the limit.
    static let deepest = 48
    /// YAML wants the colon within 1,024 characters of the start of its key.
    static let longestKey = 1_000

    let bytes: UnsafeBufferPointer<UInt8>
    let isASCII: Bool
    var position = 0
    var line = 1
    var lineStart = 0
    /// The indentation of the line that ``position`` is on, once moved there; -1 at the end of the text.
    var indentation = -1
    /// The first duplicate key; kept aside, because a later part of the text may still be outside the subset.
    var duplicate: YAMLProblem?

    var nodes = ScratchStack<YAMLNode>(capacity: 256)
    var pairs = ScratchStack<YAMLPair>(capacity: 256)

    private var columnOffset = 0
    private var columnCount = 0

    /// Reads a text.
    ///
    /// - Returns: nil if it is outside the subset.
    static func read(_ text: String) -> Outcome? {
        var text = text
        return text.withUTF8 { read($0, areValid: true) }
    }

    /// Reads the bytes of a text.
    ///
    /// - Parameter areValid: whether they are known to be valid UTF-8. If not, only ASCII is read.
    /// - Returns: nil if the text is outside the subset.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, areValid: Bool) -> Outcome? {
        guard let isASCII = LineScan.isASCII(bytes), isASCII || areValid else { return nil }
        var reader = BlockReader(bytes: bytes, isASCII: isASCII)
        return try? reader.readDocument()
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        self.bytes = bytes
        self.isASCII = isASCII
    }

    private mutating func readDocument() throws(OutsideSubset) -> Outcome {
        try findContent()
        if indentation == 0, isMarker {
            position += 3
            try finishLine()
            // An explicit document that holds nothing is an empty scalar; rare enough to leave.
            guard indentation >= 0 else { throw OutsideSubset() }
        }
        guard indentation >= 0 else { return .empty }
        if indentation == 0, isMarker { throw OutsideSubset() }
        let root = try readBlock(at: indentation, depth: 0)
        guard indentation == -1 else { throw OutsideSubset() }
        return duplicate.map { .duplicate($0) } ?? .root(root)
    }
}

// MARK: - Places

extension BlockReader {
    /// The byte at an offset; the end of the text looks like the end of a line.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        offset < bytes.count ? bytes[offset] : .newline
    }

    /// A node that starts at an offset of the line being read.
    @inline(__always)
    mutating func node(_ content: YAMLNode.Content, at offset: Int) -> YAMLNode {
        YAMLNode(content, line: line, column: column(of: offset))
    }

    /// The column of an offset of the line being read, from 1, in Unicode scalars.
    mutating func column(of offset: Int) -> Int {
        if isASCII { return offset - lineStart + 1 }
        if columnOffset < lineStart || columnOffset > offset {
            columnOffset = lineStart
            columnCount = 0
        }
        for index in columnOffset..<offset where bytes[index] & 0xC0 != 0x80 { columnCount += 1 }
        columnOffset = offset
        return columnCount + 1
    }

    func string(from start: Int, to end: Int) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    }

    /// Ends a mapping whose pairs lie above a height.
    mutating func takePairs(above base: Int) -> [YAMLPair] {
        if duplicate == nil {
            let members = pairs.members(above: base)
            duplicate = MergeKeys.problem(in: members) ?? DuplicateKeys.problem(in: members, areASCII: isASCII)
        }
        return pairs.take(above: base)
    }
}

// MARK: - Lines

extension BlockReader {
    /// Whether the position is at `---` or `...`: only asked at the start of a line.
    var isMarker: Bool {
        let first = byte(at: position)
        guard first == .dash || first == .period else { return false }
        return byte(at: position + 1) == first && byte(at: position + 2) == first
            && Self.endsToken(byte(at: position + 3))
    }

    /// Whether the position is at the dash of a list item.
    var isItem: Bool {
        byte(at: position) == .dash && Self.endsToken(byte(at: position + 1))
    }

    @inline(__always)
    static func endsToken(_ byte: UInt8) -> Bool {
        byte == .space || byte == .newline || byte == .carriageReturn
    }

    @inline(__always)
    mutating func skipSpaces() {
        while byte(at: position) == .space { position += 1 }
    }

    /// Whether nothing but a comment is left on the line; asked after blanks, or right after an indicator that needs one.
    var isLineDone: Bool {
        let byte = byte(at: position)
        return byte == .newline || byte == .carriageReturn || byte == .hash
    }

    /// Ends a line after a value: only blanks and a comment may follow.
    mutating func finishLine() throws(OutsideSubset) {
        let end = position
        skipSpaces()
        guard isLineDone, byte(at: position) != .hash || position > end else { throw OutsideSubset() }
        try nextLine()
    }

    /// Moves to the next line that holds more than blanks and a comment.
    mutating func nextLine() throws(OutsideSubset) {
        while position < bytes.count, bytes[position] != .newline { position += 1 }
        guard position < bytes.count else {
            indentation = -1
            return
        }
        position += 1
        line += 1
        lineStart = position
        try findContent()
        // A second document, or the end of this one.
        if indentation == 0, isMarker { throw OutsideSubset() }
    }

    /// From the start of a line to the first that holds more than blanks and a comment.
    mutating func findContent() throws(OutsideSubset) {
        while true {
            skipSpaces()
            guard position < bytes.count else {
                indentation = -1
                return
            }
            guard isLineDone else {
                indentation = position - lineStart
                return
            }
            while position < bytes.count, bytes[position] != .newline { position += 1 }
            guard position < bytes.count else {
                indentation = -1
                return
            }
            position += 1
            line += 1
            lineStart = position
        }
    }
}

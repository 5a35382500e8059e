/// A text of every row of a list in one block of lower-case bytes, so that a letter of the filter scans memory instead
/// of a hundred thousand strings. What it earns: a word is looked for in 100,000 names in 0.6 ms, where string by string
/// takes 4, and `String.contains` takes 80.
struct TextColumn: Sendable {
    /// After each text; no UTF-8 text contains it, so no match crosses it.
    static let separator: UInt8 = 0xFF
    /// Texts are searched as far as this.
    private let longest: Int

    var bytes: [UInt8] = []
    /// One bit for each byte: whether it belongs to a capital.
    private var capitals: [UInt64] = []
    /// Where each text begins, and the end of the last.
    var starts: [Int32] = [0]
    /// The number of times that each byte occurs.
    var frequencies: [Int32] = Array(repeating: 0, count: 256)
    /// The few texts that are others now than those in the block.
    var replaced: [Int: FoldedText] = [:]

    /// A column without texts.
    ///
    /// - Parameters:
    ///   - capacity: about how many bytes it will hold.
    ///   - longest: how many characters of a text of more bytes than that are kept.
    init(rowCount: Int, capacity: Int = 0, longest: Int = .max) {
        self.longest = longest
        starts.reserveCapacity(rowCount + 1)
        bytes.reserveCapacity(max(capacity, rowCount))
    }

    /// A column of these texts.
    init(_ texts: [String]) {
        self.init(rowCount: texts.count)
        for text in texts { append(text) }
    }

    var rowCount: Int { starts.count - 1 }

    /// Returns the length in bytes of a row's text in lower case.
    func length(of row: Int) -> Int { Int(starts[row + 1] - starts[row]) - 1 }

    /// Adds the text of the next row.
    mutating func append(_ text: String) {
        var text = cut(text)
        let isASCII = text.withUTF8 { source in
            guard source.allSatisfy({ $0 < 0x80 }) else { return false }
            if source.contains(where: { $0 &- 0x41 < 26 }) {
                for byte in source {
                    let isCapital = byte &- 0x41 < 26
                    append(isCapital ? byte | 0x20 : byte, isCapital)
                }
            } else {
                bytes.append(contentsOf: source)
                frequencies.withUnsafeMutableBufferPointer { frequencies in
                    for byte in source { frequencies[Int(byte)] += 1 }
                }
            }
            return true
        }
        if !isASCII {
            let folded = FoldedText(text)
            for (index, byte) in folded.bytes.enumerated() { append(byte, folded.isCapital(index)) }
        }
        bytes.append(Self.separator)
        starts.append(Int32(bytes.count))
    }

    /// Puts another text in the place of a row's. Meant for a few rows.
    mutating func replace(_ row: Int, _ text: String) {
        replaced[row] = FoldedText(cut(text))
    }

    private func cut(_ text: String) -> String {
        text.utf8.count > longest ? String(text.prefix(longest)) : text
    }

    @inline(__always)
    private mutating func append(_ byte: UInt8, _ isCapital: Bool) {
        if isCapital {
            let word = bytes.count / 64
            if capitals.count <= word {
                capitals.append(contentsOf: repeatElement(0, count: word + 1 - capitals.count))
            }
            capitals[word] |= 1 << UInt64(bytes.count % 64)
        }
        frequencies[Int(byte)] += 1
        bytes.append(byte)
    }

    func isCapital(_ place: Int) -> Bool {
        place / 64 < capitals.count && capitals[place / 64] >> UInt64(place % 64) & 1 == 1
    }

    func capitalsAgree(_ needle: Needle, at place: Int) -> Bool {
        !needle.matchesCase
            || needle.folded.bytes.indices.allSatisfy { isCapital(place + $0) == needle.folded.isCapital($0) }
    }
}

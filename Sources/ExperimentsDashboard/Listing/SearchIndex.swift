import ExperimentsCore
import Foundation

/// The searchable text of all rows in one block of lower-case bytes, so that a keystroke of the filter scans memory
/// instead of a hundred thousand strings.
struct SearchIndex: Sendable {
    /// The texts of a row, in the order in which they lie in the block.
    struct Fields: OptionSet {
        let rawValue: Int
        static let name = Fields(rawValue: 1 << 0)
        static let title = Fields(rawValue: 1 << 1)
        static let group = Fields(rawValue: 1 << 2)
        static let value = Fields(rawValue: 1 << 3)
        static let status = Fields(rawValue: 1 << 4)
        static let source = Fields(rawValue: 1 << 5)
        /// Where a word is looked for that names no field. Almost every row has the same source.
        static let usual: Fields = [.name, .title, .group, .value, .status]

        init(rawValue: Int) { self.rawValue = rawValue }

        /// The place of a field; nil for one that is not in the block.
        init?(_ field: FilterField) {
            switch field {
            case .key: self = .name
            case .group: self = .group
            case .value: self = .value
            case .source: self = .source
            case .status, .type, .changed, .experiment: return nil
            }
        }
    }

    /// After each field; no UTF-8 text contains it, so no match crosses it.
    private static let separator: UInt8 = 0xFF
    /// Values are searched as far as this.
    static let longestValue = 512

    private var bytes: [UInt8] = []
    /// One bit for each byte: whether it belongs to a capital.
    private var capitals: [UInt64] = []
    /// Where each row begins, and the end of the last.
    private var starts: [Int32] = []
    private var lastSpelling: (needle: Needle, rows: [Bool])?

    init(_ rows: [ReportRow]) {
        starts.reserveCapacity(rows.count + 1)
        bytes.reserveCapacity(rows.count * 56)
        for row in rows {
            starts.append(Int32(bytes.count))
            append(row.name)
            append(row.key.declaredTitle ?? "")
            append(row.key.group ?? "")
            let value = row.valueText ?? ""
            append(value.utf8.count > Self.longestValue ? String(value.prefix(Self.longestValue)) : value)
            append(row.status.rawValue)
            append(row.sourceWord)
        }
        starts.append(Int32(bytes.count))
        capitals.append(contentsOf: repeatElement(0, count: bytes.count / 64 + 1 - capitals.count))
    }

    private mutating func append(_ text: String) {
        var text = text
        let isASCII = text.withUTF8 { source in
            guard source.allSatisfy({ $0 < 0x80 }) else { return false }
            for byte in source {
                let isCapital = byte &- 0x41 < 26
                if isCapital { markCapital() }
                bytes.append(isCapital ? byte | 0x20 : byte)
            }
            return true
        }
        if !isASCII {
            let folded = FoldedText(text)
            for (index, byte) in folded.bytes.enumerated() {
                if folded.isCapital(index) { markCapital() }
                bytes.append(byte)
            }
        }
        bytes.append(Self.separator)
    }

    /// Marks the byte that is appended next.
    private mutating func markCapital() {
        let word = bytes.count / 64
        if capitals.count <= word { capitals.append(contentsOf: repeatElement(0, count: word + 1 - capitals.count)) }
        capitals[word] |= 1 << UInt64(bytes.count % 64)
    }

    private func isCapital(_ place: Int) -> Bool { capitals[place / 64] >> UInt64(place % 64) & 1 == 1 }

    private func capitalsAgree(_ needle: Needle, at place: Int) -> Bool {
        !needle.matchesCase
            || needle.folded.bytes.indices.allSatisfy { isCapital(place + $0) == needle.folded.isCapital($0) }
    }

    /// Marks the rows that a text occurs in.
    func rows(containing needle: Needle, in fields: Fields = .usual) -> [Bool] {
        let count = starts.count - 1
        var found = [Bool](repeating: false, count: count)
        let wanted = needle.folded.bytes
        guard !wanted.isEmpty else { return [Bool](repeating: true, count: count) }
        bytes.withUnsafeBytes { haystack in
            wanted.withUnsafeBytes { pattern in
                guard let base = haystack.baseAddress, let patternBase = pattern.baseAddress else { return }
                var position = 0
                var row = 0
                let first = Int32(pattern[0])
                while position + pattern.count <= haystack.count,
                    let match = memchr(base + position, first, haystack.count - pattern.count - position + 1)
                {
                    let offset = UnsafeRawPointer(match) - base
                    position = offset + 1
                    guard memcmp(match, patternBase, pattern.count) == 0, capitalsAgree(needle, at: offset) else {
                        continue
                    }
                    row = rowIndex(containing: offset, from: row)
                    var field = 0
                    for place in Int(starts[row])..<offset where haystack[place] == Self.separator { field += 1 }
                    guard fields.contains(Fields(rawValue: 1 << field)) else { continue }
                    found[row] = true
                    position = Int(starts[row + 1])
                }
            }
        }
        return found
    }

    /// Marks the rows whose name has these letters in this order, with anything between them.
    mutating func rows(spelling needle: Needle) -> [Bool] {
        // One more letter can only leave rows out.
        var candidates: [Bool]?
        if let lastSpelling, needle.text.hasPrefix(lastSpelling.needle.text),
            needle.matchesCase == lastSpelling.needle.matchesCase
        {
            guard needle != lastSpelling.needle else { return lastSpelling.rows }
            candidates = lastSpelling.rows
        }
        var found = [Bool](repeating: false, count: starts.count - 1)
        let wanted = needle.folded.bytes
        guard needle.canBeSpelt, !wanted.isEmpty else { return found }
        for row in found.indices where candidates?[row] ?? true {
            var next = 0
            var place = Int(starts[row])
            while bytes[place] != Self.separator {
                if bytes[place] == wanted[next],
                    !needle.matchesCase || isCapital(place) == needle.folded.isCapital(next)
                {
                    next += 1
                    if next == wanted.count { break }
                }
                place += 1
            }
            found[row] = next == wanted.count
        }
        lastSpelling = (needle, found)
        return found
    }

    /// The row that holds `offset`: close matches are found by walking, far ones by halving.
    private func rowIndex(containing offset: Int, from start: Int) -> Int {
        var low = start
        for _ in 0..<8 {
            if Int(starts[low + 1]) > offset { return low }
            low += 1
        }
        var high = starts.count - 2
        while low < high {
            let middle = (low + high) / 2
            if Int(starts[middle + 1]) > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension ReportRow {
    /// Who supplies the value in force, in one word, or by the name that the source gives.
    var sourceWord: String {
        if overrideText != nil { return usesDefault ? "default" : "override" }
        return usesDefault ? "default" : entry?.supplier ?? "source"
    }
}

import ExperimentsCore
import Foundation

/// The searchable text of all rows in one block of lower-case bytes, so that a keystroke of the filter scans memory
/// instead of a hundred thousand strings.
struct SearchIndex: Sendable {
    /// The texts of a row, in the order in which they lie in the block.
    enum Field: Int {
        case name, title, group, value, status, source

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
    static let separator: UInt8 = 0xFF
    /// Values are searched as far as this.
    static let longestValue = 512

    private(set) var bytes: [UInt8] = []
    /// One bit for each byte: whether it belongs to a capital.
    private(set) var capitals: [UInt64] = []
    /// Where each row begins, and the end of the last.
    private(set) var starts: [Int32] = []
    var lastSpelling: (needle: Needle, rows: [Bool])?

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

    func isCapital(_ place: Int) -> Bool { capitals[place / 64] >> UInt64(place % 64) & 1 == 1 }

    func capitalsAgree(_ needle: Needle, at place: Int) -> Bool {
        !needle.matchesCase
            || needle.folded.bytes.indices.allSatisfy { isCapital(place + $0) == needle.folded.isCapital($0) }
    }
}

extension ReportRow {
    /// Who supplies the value in force, in one word, or by the name that the source gives.
    var sourceWord: String {
        if overrideText != nil { return usesDefault ? "default" : "override" }
        return usesDefault ? "default" : entry?.supplier ?? "source"
    }
}

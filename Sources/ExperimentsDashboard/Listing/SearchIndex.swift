import ExperimentsCore
import Foundation

/// The searchable text of all rows in one block of lower-case bytes, so that a keystroke of the filter scans memory
/// instead of a hundred thousand strings.
struct SearchIndex: Sendable {
    /// Between rows and fields; no UTF-8 text contains it, so no match crosses it.
    private static let separator: UInt8 = 0xFF

    private var bytes: [UInt8] = []
    /// Where each row begins, and the end of the last.
    private var starts: [Int32] = []

    /// The texts of each row: name, title, group, value.
    init(_ rows: [ReportRow]) {
        starts.reserveCapacity(rows.count + 1)
        bytes.reserveCapacity(rows.count * 48)
        for row in rows {
            starts.append(Int32(bytes.count))
            append(row.name)
            if let title = row.key.declaredTitle { append(title) }
            if let group = row.key.group { append(group) }
            if let value = row.valueText { append(value.utf8.count > 512 ? String(value.prefix(512)) : value) }
            append(row.status.rawValue)
        }
        starts.append(Int32(bytes.count))
    }

    private mutating func append(_ text: String) {
        var text = text
        let isASCII = text.withUTF8 { source in
            guard source.allSatisfy({ $0 < 0x80 }) else { return false }
            let start = bytes.count
            bytes.append(contentsOf: source)
            bytes.withUnsafeMutableBufferPointer { target in
                for index in start..<target.count {
                    let byte = target[index]
                    target[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
                }
            }
            return true
        }
        if !isASCII { bytes.append(contentsOf: text.lowercased().utf8) }
        bytes.append(Self.separator)
    }

    /// Marks the rows that a term occurs in.
    func rows(containing term: String) -> [Bool] {
        let count = starts.count - 1
        var found = [Bool](repeating: false, count: count)
        let needle = Array(term.lowercased().utf8)
        guard !needle.isEmpty else { return [Bool](repeating: true, count: count) }
        bytes.withUnsafeBytes { haystack in
            needle.withUnsafeBytes { needle in
                guard let base = haystack.baseAddress, let pattern = needle.baseAddress else { return }
                var position = 0
                var row = 0
                let first = Int32(needle[0])
                while position + needle.count <= haystack.count,
                    let match = memchr(base + position, first, haystack.count - needle.count - position + 1)
                {
                    let offset = UnsafeRawPointer(match) - base
                    guard memcmp(match, pattern, needle.count) == 0 else {
                        position = offset + 1
                        continue
                    }
                    row = rowIndex(containing: offset, from: row)
                    found[row] = true
                    position = Int(starts[row + 1])
                }
            }
        }
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

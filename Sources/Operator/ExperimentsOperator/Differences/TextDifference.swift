import ExperimentsCore

/// The differences between two texts, by word.
package struct TextDifference: Sendable, Hashable {
    /// A part of a text, and whether the other text has it, too.
    package struct Part: Sendable, Hashable {
        package let text: String
        package let isShared: Bool
    }

    /// The parts of the first text, one after the other.
    package let old: [Part]
    /// The parts of the second text.
    package let new: [Part]

    package init(_ old: String, _ new: String) {
        let (words, others) = (Words(old), Words(new))
        let hunks = SequenceDifference(words.fingerprints, others.fingerprints).hunks
        self.old = Self.parts(old, words, apart: hunks.map(\.old))
        self.new = Self.parts(new, others, apart: hunks.map(\.new))
    }

    /// A text in runs of letters and digits, runs of blanks, and single signs.
    private struct Words {
        /// The start of each word in bytes of UTF-8, and the end of the last one.
        private(set) var bounds: [Int] = [0]
        private(set) var fingerprints: [Int] = []

        init(_ text: String) {
            var text = text
            // Letters of ASCII are recognized quickly, so that a megabyte of it is not read character by character.
            let isASCII = text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D }
            if !isASCII { bound(text.lazy.map { (Kind($0), $0.utf8.count) }) }
            text.withUTF8 { bytes in
                if isASCII { bound(bytes.lazy.map { (Kind(ascii: $0), 1) }) }
                fingerprints = zip(bounds, bounds.dropFirst()).map { start, end in
                    var hasher = Hasher()
                    hasher.combine(
                        bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<end])))
                    return hasher.finalize()
                }
            }
        }

        private mutating func bound(_ letters: some Sequence<(kind: Kind, length: Int)>) {
            var place = 0
            var last: Kind?
            for letter in letters {
                if let last, last != letter.kind || letter.kind == .sign { bounds.append(place) }
                last = letter.kind
                place += letter.length
            }
            if place > 0 { bounds.append(place) }
        }
    }

    private enum Kind {
        case word, blank, sign

        init(_ character: Character) {
            self = character.isLetter || character.isNumber ? .word : character.isWhitespace ? .blank : .sign
        }

        init(ascii byte: UInt8) {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                self = .word
            case 0x20, 0x09...0x0D: self = .blank
            default: self = .sign
            }
        }
    }

    private static func parts(_ text: String, _ words: Words, apart: [Range<Int>]) -> [Part] {
        var parts: [Part] = []
        var place = 0
        var index = text.utf8.startIndex
        func add(upTo end: Int, _ isShared: Bool) {
            guard place < end else { return }
            let start = index
            index = text.utf8.index(start, offsetBy: words.bounds[end] - words.bounds[place])
            parts.append(Part(text: String(text[start..<index]), isShared: isShared))
            place = end
        }
        for range in apart {
            add(upTo: range.lowerBound, true)
            add(upTo: range.upperBound, false)
        }
        add(upTo: words.fingerprints.count, true)
        return parts
    }
}

/// Two texts line by line, aligned.
package struct LineDifference: Sendable, Hashable {
    /// A line of one text, or a line of each text.
    package struct Row: Sendable, Hashable {
        package let old: Substring?
        package let new: Substring?
        /// The hunk that it is part of, from 0; nil for a line that both have.
        package let hunk: Int?
    }

    package let rows: [Row]
    /// The rows of each hunk.
    package let hunks: [Range<Int>]

    /// - Parameters:
    ///   - old: the first text; nil for one without any line, not even an empty one.
    ///   - new: the second text.
    package init(_ old: String?, _ new: String?) {
        let (lines, others) = (old?.lines ?? [], new?.lines ?? [])
        var rows: [Row] = []
        var hunks: [Range<Int>] = []
        var place = 0
        func share(upTo end: Int, _ shift: Int) {
            for line in place..<end {
                rows.append(Row(old: lines[line], new: others[line + shift], hunk: nil))
            }
        }
        var shift = 0
        let difference = SequenceDifference(lines.map(Hasher.fingerprint), others.map(Hasher.fingerprint))
        for hunk in difference.hunks {
            share(upTo: hunk.old.lowerBound, shift)
            let start = rows.count
            for step in 0..<max(hunk.old.count, hunk.new.count) {
                rows.append(
                    Row(
                        old: step < hunk.old.count ? lines[hunk.old.lowerBound + step] : nil,
                        new: step < hunk.new.count ? others[hunk.new.lowerBound + step] : nil,
                        hunk: hunks.count))
            }
            hunks.append(start..<rows.count)
            place = hunk.old.upperBound
            shift = hunk.new.upperBound - hunk.old.upperBound
        }
        share(upTo: lines.count, shift)
        self.rows = rows
        self.hunks = hunks
    }

    /// Returns the difference in the format of `diff -u`, without the last line feed of the texts; empty if there is
    /// none.
    package func unified(_ oldName: String, _ newName: String, context: Int = 3) -> String {
        guard !hunks.isEmpty else { return "" }
        var lines = ["--- \(oldName)", "+++ \(newName)"]
        var place = 0
        var (oldLine, newLine) = (1, 1)
        for group in groups(context: context) {
            for row in rows[place..<group.lowerBound] {
                oldLine += row.old == nil ? 0 : 1
                newLine += row.new == nil ? 0 : 1
            }
            let (body, oldCount, newCount) = Self.body(rows[group])
            lines.append("@@ -\(Self.range(oldLine, oldCount)) +\(Self.range(newLine, newCount)) @@")
            lines += body
            (oldLine, newLine) = (oldLine + oldCount, newLine + newCount)
            place = group.upperBound
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the hunks with their context. Hunks that touch are combined.
    private func groups(context: Int) -> [Range<Int>] {
        hunks.reduce(into: []) { groups, hunk in
            let range = max(0, hunk.lowerBound - context)..<min(rows.count, hunk.upperBound + context)
            if let last = groups.last, last.upperBound >= range.lowerBound {
                groups[groups.count - 1] = last.lowerBound..<range.upperBound
            } else {
                groups.append(range)
            }
        }
    }

    /// Returns the lines of a group, removed ones before added ones.
    private static func body(_ rows: ArraySlice<Row>) -> (lines: [String], old: Int, new: Int) {
        var lines: [String] = []
        var (old, new) = (0, 0)
        var rest = rows
        while let first = rest.first {
            if first.hunk == nil {
                lines.append(" \(first.old ?? "")")
                (old, new) = (old + 1, new + 1)
                rest.removeFirst()
                continue
            }
            let hunk = rest.prefix { $0.hunk == first.hunk }
            let (gone, added) = (hunk.compactMap(\.old), hunk.compactMap(\.new))
            lines += gone.map { "-\($0)" } + added.map { "+\($0)" }
            (old, new) = (old + gone.count, new + added.count)
            rest = rest.dropFirst(hunk.count)
        }
        return (lines, old, new)
    }

    /// Returns a range of lines in the format of `diff`; an empty range is at the line before.
    private static func range(_ line: Int, _ count: Int) -> String {
        count == 0 ? "\(line - 1),0" : count == 1 ? "\(line)" : "\(line),\(count)"
    }
}

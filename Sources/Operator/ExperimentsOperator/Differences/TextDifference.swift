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
        let numbers = SequenceNumbers(fingerprints: words.fingerprints, others.fingerprints)
        let hunks = SequenceDifference(numbers).hunks
        self.old = Self.parts(old, words, apart: hunks.map(\.old))
        self.new = Self.parts(new, others, apart: hunks.map(\.new))
    }

    /// A text in runs of letters and digits, runs of blanks, and single signs.
    private struct Words {
        /// Where each word begins, in bytes of UTF-8, and where the last one ends.
        private(set) var bounds: [Int] = [0]
        private(set) var fingerprints: [Int] = []

        init(_ text: String) {
            var text = text
            // What a letter is, is known at once of ASCII; a megabyte of it is not looked at character by character.
            let isASCII = text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D }
            if !isASCII { bound(text.lazy.map { (Kind($0), $0.utf8.count) }) }
            text.withUTF8 { bytes in
                if isASCII { bound(bytes.lazy.map { (Kind(ascii: $0), 1) }) }
                fingerprints = zip(bounds, bounds.dropFirst()).map { start, end in
                    var hasher = Hasher()
                    hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<end])))
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

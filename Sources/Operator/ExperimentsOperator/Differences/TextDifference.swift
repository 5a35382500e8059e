import ExperimentsCore

/// What differs between two texts, by word.
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
        let (words, others) = (Self.words(of: old), Self.words(of: new))
        let hunks = SequenceDifference(words.map { Array($0.utf8) }, others.map { Array($0.utf8) }).hunks
        self.old = Self.parts(words, apart: hunks.map(\.old))
        self.new = Self.parts(others, apart: hunks.map(\.new))
    }

    /// The text in runs of letters and digits, runs of blanks, and single signs.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var kind: Kind?
        for character in text {
            let next = Kind(character)
            if next == kind, next != .sign, let last = words.indices.last {
                words[last].append(character)
            } else {
                words.append(String(character))
            }
            kind = next
        }
        return words
    }

    private enum Kind {
        case word, blank, sign

        init(_ character: Character) {
            self = character.isLetter || character.isNumber ? .word : character.isWhitespace ? .blank : .sign
        }
    }

    private static func parts(_ words: [String], apart: [Range<Int>]) -> [Part] {
        var parts: [Part] = []
        var place = 0
        func add(_ range: Range<Int>, _ isShared: Bool) {
            if !range.isEmpty { parts.append(Part(text: words[range].joined(), isShared: isShared)) }
        }
        for range in apart {
            add(place..<range.lowerBound, true)
            add(range, false)
            place = range.upperBound
        }
        add(place..<words.count, true)
        return parts
    }
}

import ExperimentsSupport

/// A text to search for. Without capital letters it matches any case; with one, the case must be the same everywhere.
package struct Needle: Sendable, Hashable {
    /// The typed text.
    package let text: String
    package let folded: FoldedText
    package let matchesCase: Bool

    package init(_ text: String) {
        self.text = text
        folded = FoldedText(text)
        matchesCase = folded.capitals.contains(true)
    }

    package var isEmpty: Bool { folded.bytes.isEmpty }

    /// Returns its first occurrence, in bytes.
    package func range(in text: FoldedText) -> Range<Int>? {
        let wanted = folded.bytes
        guard !wanted.isEmpty, wanted.count <= text.bytes.count else { return wanted.isEmpty ? 0..<0 : nil }
        for start in 0...(text.bytes.count - wanted.count)
        where wanted.indices.allSatisfy({ matches(text, at: start + $0, $0) }) {
            return start..<start + wanted.count
        }
        return nil
    }

    /// Returns the positions of its letters in a text that has them in this order, with anything in between: the first
    /// occurrence, with positions as close together as possible.
    package func spelling(in text: FoldedText) -> [Int]? {
        guard canBeSpelt, !isEmpty else { return nil }
        var next = 0
        var end = 0
        while next < folded.bytes.count {
            guard end < text.bytes.count else { return nil }
            if matches(text, at: end, next) { next += 1 }
            end += 1
        }
        // Search back from the last letter, because the first letters found may be far away.
        var places: [Int] = []
        var place = end - 1
        for letter in folded.bytes.indices.reversed() {
            while !matches(text, at: place, letter) { place -= 1 }
            places.append(place)
            place -= 1
        }
        return places.reversed()
    }

    /// Whether its letters can be searched one by one. Beyond ASCII, a byte is not a letter.
    package var canBeSpelt: Bool { folded.isASCII }

    private func matches(_ text: FoldedText, at place: Int, _ letter: Int) -> Bool {
        text.bytes[place] == folded.bytes[letter]
            && (!matchesCase || text.isCapital(place) == folded.isCapital(letter))
    }

    /// Whether it occurs in a text.
    package func occurs(in text: String) -> Bool {
        look(text) { text in
            let wanted = folded.bytes
            guard wanted.count <= text.count else { return false }
            return (0...text.count - wanted.count).contains { start in
                wanted.indices.allSatisfy { agrees(text[start + $0], $0) }
            }
        } otherwise: {
            range(in: $0) != nil
        }
    }

    /// Whether a text has its letters in this order, with anything between them.
    package func isSpelt(in text: String) -> Bool {
        guard canBeSpelt, !isEmpty else { return false }
        return look(text) { text in
            var next = 0
            for byte in text where agrees(byte, next) {
                next += 1
                if next == folded.bytes.count { return true }
            }
            return false
        } otherwise: {
            spelling(in: $0) != nil
        }
    }

    /// Searches a text. Most texts are ASCII, and are searched in place, because a history has very many of them.
    private func look(
        _ text: String, _ inPlace: (UnsafeBufferPointer<UInt8>) -> Bool, otherwise: (FoldedText) -> Bool
    ) -> Bool {
        let found = text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { $0 < 0x80 } ? inPlace(bytes) : nil
        }
        if let found, let found { return found }
        return otherwise(FoldedText(text))
    }

    private func agrees(_ byte: UInt8, _ letter: Int) -> Bool {
        let isCapital = byte &- 0x41 < 26
        return (isCapital ? byte | 0x20 : byte) == folded.bytes[letter]
            && (!matchesCase || isCapital == folded.isCapital(letter))
    }
}

/// A text in lower case, and the places of its capitals.
package struct FoldedText: Sendable, Hashable {
    /// The text in lower case, in UTF-8.
    package private(set) var bytes: [UInt8] = []
    /// Whether each byte belongs to a capital letter; empty if none does.
    package private(set) var capitals: [Bool] = []
    /// Whether the places of all bytes are unchanged.
    package private(set) var keepsPlaces = true

    package init(_ text: String) {
        var text = text
        text.withUTF8 { source in
            bytes.reserveCapacity(source.count)
            for byte in source {
                let isCapital = byte &- 0x41 < 26
                if isCapital, capitals.isEmpty { capitals = Array(repeating: false, count: source.count) }
                if isCapital { capitals[bytes.count] = true }
                bytes.append(isCapital ? byte | 0x20 : byte)
            }
        }
        if bytes.contains(where: { $0 >= 0x80 }) { foldBeyondASCII(text) }
    }

    private mutating func foldBeyondASCII(_ text: String) {
        let lower = Array(text.lowercased().utf8)
        let original = Array(text.utf8)
        keepsPlaces = lower.count == original.count
        bytes = lower
        capitals = []
        guard keepsPlaces, lower != original else { return }
        capitals = zip(lower, original).map { $0 != $1 }
    }

    package var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

    package func isCapital(_ index: Int) -> Bool { !capitals.isEmpty && capitals[index] }
}

/// A regular expression to search for. Without capital letters it matches any case.
package struct Pattern: Sendable {
    /// The typed text without the slashes.
    let text: String
    private let expression: RegularExpression

    init(_ text: String) throws(PatternProblem) {
        self.text = text
        expression = try RegularExpression(text, .filter)
    }

    /// Whether the case of letters counts.
    var matchesCase: Bool { expression.matchesCase }

    /// Looks through any number of texts, in small letters unless the case counts.
    func look<Result: Sendable>(_ body: (inout sending PatternAutomaton) -> sending Result) -> Result {
        expression.look(body)
    }

    /// Whether it occurs in a text.
    func isFound(in text: String) -> Bool {
        expression.isFound(in: FoldedText(text).bytes(matchingCase: matchesCase)) ?? false
    }

    /// Returns its first match in a text; nil if there is none, or if finding it is too much work.
    package func firstRange(in text: FoldedText) -> Range<Int>? {
        expression.firstRange(in: text.bytes(matchingCase: matchesCase))
    }
}

extension Pattern: Hashable {
    package static func == (left: Pattern, right: Pattern) -> Bool { left.text == right.text }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension FoldedText {
    /// Returns the bytes that an expression is matched against: in lower case, with ASCII capitals restored if case
    /// matters.
    func bytes(matchingCase: Bool) -> [UInt8] {
        guard matchingCase, !capitals.isEmpty else { return bytes }
        return bytes.indices.map { isCapital($0) && bytes[$0] < 0x80 ? bytes[$0] & 0xdf : bytes[$0] }
    }
}

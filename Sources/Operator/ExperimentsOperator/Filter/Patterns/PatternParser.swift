/// Reads a regular expression: letters, `.`, `[a-z]`, `\d \w \s \b`, `* + ? {2,5}`, `(…)`, `|`, `^` and `$`.
struct PatternParser {
    private let characters: [Character]
    private var place = 0
    private var depth = 0
    /// Deeper than anyone writes, and shallow enough for the stack.
    private static let deepest = 100
    private static let mostRepetitions = 1000

    /// Whether sets are to be in small letters.
    private let folds: Bool
    /// Whether a capital was read: then the case of letters counts.
    private var namesCapital = false

    /// What a text says; in small letters, unless it has a capital and the case of letters counts.
    static func parse(_ text: String) throws(PatternProblem) -> (tree: PatternTree, matchesCase: Bool) {
        var parser = PatternParser(characters: Array(text), folds: false)
        let tree = try parser.whole()
        guard !parser.namesCapital else { return (tree, true) }
        var folding = PatternParser(characters: parser.characters, folds: true)
        return (try folding.whole(), false)
    }

    private init(characters: [Character], folds: Bool) {
        self.characters = characters
        self.folds = folds
    }

    private mutating func whole() throws(PatternProblem) -> PatternTree {
        let tree = try choice()
        guard place == characters.count else { throw problem("this ) closes no (; \\) is the character itself") }
        return tree
    }

    private mutating func set(_ scalar: Unicode.Scalar) -> ScalarSet {
        namesCapital = namesCapital || scalar.properties.isUppercase
        return folds ? ScalarSet(scalar).lowercased : ScalarSet(scalar)
    }

    private var next: Character? { place < characters.count ? characters[place] : nil }

    private func problem(_ reason: String, at place: Int? = nil) -> PatternProblem {
        PatternProblem(reason: reason, place: (place ?? self.place) + 1)
    }

    private mutating func choice() throws(PatternProblem) -> PatternTree {
        var branches = [try sequence()]
        while next == "|" {
            place += 1
            branches.append(try sequence())
        }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() throws(PatternProblem) -> PatternTree {
        var parts: [PatternTree] = []
        while let character = next, character != "|", character != ")" { parts.append(try repeated()) }
        return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
    }

    private mutating func repeated() throws(PatternProblem) -> PatternTree {
        let start = place
        let part = try atom()
        guard let (least, most) = try quantifier() else { return part }
        if case .assertion = part { throw problem("there is nothing to repeat before this", at: start + 1) }
        // A lazy quantifier finds the same rows.
        if next == "?" { place += 1 }
        let after = place
        if try quantifier() != nil { throw problem("this repeats what is repeated already; use (…)", at: after) }
        return .repetition(part, least: least, most: most)
    }

    private mutating func quantifier() throws(PatternProblem) -> (least: Int, most: Int?)? {
        switch next {
        case "*":
            place += 1
            return (0, nil)
        case "+":
            place += 1
            return (1, nil)
        case "?":
            place += 1
            return (0, 1)
        case "{": return try count()
        default: return nil
        }
    }

    /// `{3}`, `{3,}` or `{3,5}`; any other brace is a brace.
    private mutating func count() throws(PatternProblem) -> (least: Int, most: Int?)? {
        let start = place
        guard let end = characters[place...].firstIndex(of: "}") else { return nil }
        let parts = characters[place + 1..<end].split(separator: ",", omittingEmptySubsequences: false)
        func number(_ digits: ArraySlice<Character>) -> Int? {
            digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(String(digits)) : nil
        }
        guard (1...2).contains(parts.count), let least = number(parts[0]) else { return nil }
        let most = parts.count == 1 ? least : parts[1].isEmpty ? nil : number(parts[1])
        if parts.count == 2, !parts[1].isEmpty, most == nil { return nil }
        place = end + 1
        guard max(least, most ?? 0) <= Self.mostRepetitions else {
            throw problem("at most \(Self.mostRepetitions) repetitions", at: start)
        }
        if let most, most < least { throw problem("{\(least),\(most)} ends before it begins", at: start) }
        return (least, most)
    }

    private mutating func atom() throws(PatternProblem) -> PatternTree {
        guard let character = next else { return .empty }
        switch character {
        case "(": return try group()
        case "[": return .set(try characterClass())
        case "\\": return try escape()
        case "*", "+", "?": throw problem("there is nothing to repeat before this; \\\(character) is the character")
        default: break
        }
        place += 1
        switch character {
        case ".": return .set(.inLine)
        case "^": return .assertion(.start)
        case "$": return .assertion(.end)
        default: return literal(character)
        }
    }

    /// A character may be several scalars, such as a letter and its accent.
    private mutating func literal(_ character: Character) -> PatternTree {
        var sets: [PatternTree] = []
        for scalar in character.unicodeScalars { sets.append(.set(set(scalar))) }
        return sets.count == 1 ? sets[0] : .sequence(sets)
    }

    private mutating func group() throws(PatternProblem) -> PatternTree {
        let start = place
        place += 1
        if next == "?" {
            guard place + 1 < characters.count, characters[place + 1] == ":" else {
                throw problem("after ( a ? is only read as in (?:…)")
            }
            place += 2
        }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw problem("too many ( inside each other", at: start) }
        let tree = try choice()
        guard next == ")" else { throw problem("this ( has no )", at: start) }
        place += 1
        return tree
    }

    private mutating func escape() throws(PatternProblem) -> PatternTree {
        let start = place
        place += 1
        guard let character = next else { throw problem("after \\ comes what it is for; \\\\ is one \\", at: start) }
        switch character {
        case "b", "B":
            place += 1
            return .assertion(character == "b" ? .wordBoundary : .noWordBoundary)
        default: return .set(try escapedSet(start))
        }
    }

    /// What stands after a `\`, which was read already.
    private mutating func escapedSet(_ start: Int) throws(PatternProblem) -> ScalarSet {
        guard let character = next, let scalar = character.unicodeScalars.first else {
            throw problem("after \\ comes what it is for; \\\\ is one \\", at: start)
        }
        place += 1
        switch character {
        case "d": return .digits
        case "D": return ScalarSet.digits.inverted
        case "w": return .wordCharacters
        case "W": return ScalarSet.wordCharacters.inverted
        case "s": return .blanks
        case "S": return ScalarSet.blanks.inverted
        case "n": return ScalarSet("\n")
        case "t": return ScalarSet("\t")
        case "r": return ScalarSet("\r")
        case "1"..."9": throw problem("a group cannot be referred to; write out what it stands for", at: start)
        case let character where character.isASCII && (character.isLetter || character.isNumber):
            throw problem(
                "there is no \\\(character); there are \\d \\w \\s \\b, and \\D \\W \\S \\B for the rest", at: start)
        default: return ScalarSet(scalar)
        }
    }

    private mutating func characterClass() throws(PatternProblem) -> ScalarSet {
        let start = place
        place += 1
        let isInverted = next == "^"
        if isInverted { place += 1 }
        var set = ScalarSet()
        var isFirst = true
        while let character = next, character != "]" || isFirst {
            isFirst = false
            let from = place
            let low = try member()
            guard next == "-", place + 1 < characters.count, characters[place + 1] != "]" else {
                set.formUnion(low)
                continue
            }
            place += 1
            let high = try member()
            guard let first = low.only, let last = high.only else {
                throw problem("a range goes from one character to another; \\- is the character", at: from)
            }
            guard first <= last else { throw problem("this range ends before it begins", at: from) }
            set.insert(first...last)
        }
        guard next == "]" else { throw problem("this [ has no ]", at: start) }
        place += 1
        if folds { set = set.lowercased }
        return isInverted ? set.inverted : set
    }

    private mutating func member() throws(PatternProblem) -> ScalarSet {
        guard let character = next, let scalar = character.unicodeScalars.first else { return ScalarSet() }
        let start = place
        place += 1
        if character == "\\" { return try escapedSet(start) }
        namesCapital = namesCapital || scalar.properties.isUppercase
        return ScalarSet(scalar)
    }
}

extension ScalarSet {
    /// The one character in it, if there is only one.
    fileprivate var only: UInt32? {
        ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
    }
}

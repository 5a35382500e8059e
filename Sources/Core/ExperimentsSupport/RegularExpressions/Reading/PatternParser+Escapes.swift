extension PatternParser {
    /// A part of an expression that matches a character, in brackets or not.
    enum Item {
        /// A scalar, or half of a surrogate pair.
        case one(UInt32)
        case named(ScalarSet)

        var set: ScalarSet {
            switch self {
            case .one(let value): ScalarSet(value)
            case .named(let set): set
            }
        }
    }

    /// Returns a named set. If case is ignored, its inverse has the characters of which no case is a member.
    func named(_ set: ScalarSet, isInverted: Bool) -> Item {
        let set = flags.ignoresCase ? dialect.folding.closed(set) : set
        return .named(isInverted ? set.inverted : set)
    }

    /// Reads an escape outside brackets; nil for the start of a quotation.
    mutating func escape() throws(PatternProblem) -> PatternTree? {
        let start = position
        switch scalar(at: position + 1) ?? "\0" {
        case "b": return assertion(.wordBoundary)
        case "B": return assertion(.noWordBoundary)
        case "A" where syntax.contains(.textEdges): return assertion(.start)
        case "z" where syntax.contains(.textEdges): return assertion(.end)
        case "C" where syntax.contains(.anyByte):
            position += 2
            return .byte
        case "Q" where syntax.contains(.quotes):
            position += 2
            isQuoted = true
            return nil
        case "1"..."9" where syntax.contains(.references):
            position += 1
            if let reference = try numberedReference(from: start) { return reference }
            position = start
        case "k"
        where syntax.contains(.references) && (!syntax.contains(.anyEscape) || !declared.names.isEmpty):
            position += 2
            return try namedReference(from: start)
        default: break
        }
        switch try escapedItem() {
        case .one(let value): return node(inAnyCase(ScalarSet(value)))
        case .named(let set): return node(set)
        }
    }

    private mutating func assertion(_ assertion: PatternTree.Assertion) -> PatternTree {
        position += 2
        return .assertion(assertion)
    }

    mutating func escapedItem() throws(PatternProblem) -> Item {
        let start = position
        guard let scalar = scalar(at: position + 1) else {
            throw problem("expected a character after \\; \\\\ is one \\")
        }
        position += 2
        switch scalar {
        case "d", "D": return named(.digits, isInverted: scalar == "D")
        case "w", "W": return named(dialect.words, isInverted: scalar == "W")
        case "s", "S": return named(dialect.blanks, isInverted: scalar == "S")
        case "p" where syntax.contains(.unicodeClasses), "P" where syntax.contains(.unicodeClasses):
            return try unicodeClass(from: start)
        case "c" where syntax.contains(.anyEscape):
            position = start
            return control(in: .asciiLetters)
        default: break
        }
        if let value = try number(scalar, from: start) ?? dialect.escapes[scalar] { return .one(value) }
        let isPlain = !ScalarSet.asciiWords.contains(scalar) || scalar == "_"
        guard syntax.contains(.anyEscape) || (isPlain && (scalar.isASCII || !syntax.contains(.textEdges)))
        else {
            throw unknown(scalar, at: start)
        }
        return .one(value(of: character(at: start + 1).first ?? scalar))
    }

    /// Reads `\cA`. A backslash that does not begin an escape is a literal.
    mutating func control(in letters: ScalarSet) -> Item {
        guard let letter = scalar(at: position + 2), letters.contains(letter) else {
            position += 1
            return .one(0x5c)
        }
        position += 3
        return .one(letter.value % 32)
    }

    /// Returns the number of a character whose escape begins with a digit or letter after the backslash; nil if there
    /// is no such escape.
    private mutating func number(_ first: Unicode.Scalar, from start: Int) throws(PatternProblem) -> UInt32? {
        switch first {
        case "x" where syntax.contains(.numbersInBraces) && next == "{":
            guard let close = (position..<count).prefix(64).first(where: { scalar(at: $0) == "}" }),
                let value = hexadecimal(position + 1..<close), value <= ScalarSet.last
            else {
                throw problem("a hexadecimal number up to 10FFFF is missing, as in \\x{1F600}", at: start)
            }
            position = close + 1
            return value
        case "x" where syntax.contains(.hexadecimalNumbers): return try digits(2, from: start)
        case "u" where syntax.contains(.fourDigitNumbers): return try digits(4, from: start)
        case "x" where syntax.contains(.anyEscape): return try? digits(2, from: start)
        case "u" where syntax.contains(.anyEscape): return try? digits(4, from: start)
        case "0"..."7" where syntax.contains(.octalNumbers):
            let isReference = first != "0" && !ScalarSet.octalDigits.contains(next ?? "8")
            return isReference ? nil : octal(first, below: 0o1000)
        case "0"..."7" where syntax.contains(.anyEscape): return octal(first, below: 0o400)
        default: return nil
        }
    }

    private mutating func digits(_ count: Int, from start: Int) throws(PatternProblem) -> UInt32 {
        guard position + count <= self.count, let value = hexadecimal(position..<position + count) else {
            throw problem("\(count) hexadecimal digits are missing", at: start)
        }
        position += count
        return value
    }

    private func hexadecimal(_ range: Range<Int>) -> UInt32? {
        let digits = range.compactMap(scalar(at:))
        guard !digits.isEmpty, digits.count == range.count,
            digits.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit })
        else { return nil }
        return UInt32(text(of: range), radix: 16)
    }

    private mutating func octal(_ first: Unicode.Scalar, below limit: UInt32) -> UInt32 {
        var value = first.value - 0x30
        var count = 1
        while count < 3, let digit = next, ScalarSet.octalDigits.contains(digit),
            value * 8 + digit.value - 0x30 < limit
        {
            value = value * 8 + digit.value - 0x30
            position += 1
            count += 1
        }
        return value
    }

    /// Reads the rest of `\pL`, `\p{Greek}`, `\p{^Greek}` or `\P{Greek}`, after the letter.
    private mutating func unicodeClass(from start: Int) throws(PatternProblem) -> Item {
        var range = position..<min(count, position + 1)
        var end = range.upperBound
        if next == "{" {
            let close = (position..<count).first { scalar(at: $0) == "}" }
            guard let close else { throw problem("this \\p{ has no }", at: start) }
            (range, end) = (position + 1..<close, close + 1)
        }
        var isInverted = scalar(at: start + 1) == "P"
        if range.count > 1, scalar(at: range.lowerBound) == "^" {
            isInverted.toggle()
            range = range.dropFirst()
        }
        let name = text(of: range)
        guard let set = ScalarSet.unicode(name) else {
            let near = SpellingSuggestion.nearest(to: name, in: ScalarSet.unicodeNames)
            throw problem(
                "no category or script of Unicode \(Quotation.of(name))"
                    + (near.map { "; did you mean \($0)?" } ?? "; \\p{L} and \\p{Greek} are examples"),
                at: start)
        }
        position = end
        return named(set, isInverted: isInverted)
    }

    private func unknown(_ scalar: Unicode.Scalar, at start: Int) -> PatternProblem {
        let escape = "\\\(scalar)"
        if syntax.contains(.quotes) {
            return switch scalar {
            case "1"..."9":
                problem("RE2 has no references to groups; write out what \(escape) stands for", at: start)
            case "u": problem("RE2 has no \\u; write \\x{…} with the hexadecimal number", at: start)
            case "Z": problem("RE2 has no \\Z; \\z is the end of the text", at: start)
            default: problem("\(escape) is not an escape of RE2", at: start)
            }
        }
        if syntax.contains(.onlyCommon) {
            return switch scalar {
            case "A": problem("\\A is the letter A in Node; write ^", at: start)
            case "Z", "z": problem("\(escape) is not an escape that every SDK knows; write $", at: start)
            default: problem("\(escape) is not an escape that every SDK knows", at: start)
            }
        }
        if ("1"..."9").contains(scalar) {
            return problem(
                "references to groups are not supported; write out what the group stands for", at: start)
        }
        return problem(
            "unknown escape \(escape); available: \\d \\w \\s \\b, and \\D \\W \\S \\B for the rest",
            at: start)
    }

    /// Reads a set in brackets.
    mutating func bracketSet() throws(PatternProblem) -> ScalarSet {
        let start = position
        position += 1
        let isInverted = take("^")
        if next == "]", syntax.contains(.onlyCommon) {
            throw problem(
                "[] is an empty set in Node, and in Python and Go ] is its first character; write \\]",
                at: start)
        }
        // Combined at the end: a set that grew by one range at a time would take quadratic time.
        var ranges: [ClosedRange<UInt32>] = []
        var isFirst = !syntax.contains(.emptySets)
        while isFirst || !take("]") {
            isFirst = false
            ranges += try bracketRanges(of: start)
        }
        let set = inAnyCase(ScalarSet(ranges))
        return isInverted ? set.inverted : set
    }

    /// Reads a character, a range or a named set.
    private mutating func bracketRanges(of start: Int) throws(PatternProblem) -> [ClosedRange<UInt32>] {
        let itemStart = position
        if let named = try posixClass() { return named.ranges }
        guard let low = try bracketItem() else { throw problem("this [ has no ]", at: start) }
        guard next == "-", let end = scalar(at: position + 1), end != "]" else { return low.set.ranges }
        // RE2 reads a hyphen after a named set separately; JavaScript reads both sides of the hyphen.
        if case .named(let set) = low, syntax.contains(.unicodeClasses) { return set.ranges }
        position += 1
        guard let high = try bracketItem() else { throw problem("this [ has no ]", at: start) }
        guard case .one(let first) = low, case .one(let last) = high else {
            guard syntax.contains(.setsBesideHyphens), !syntax.contains(.unicodeClasses) else {
                throw problem(
                    "a range goes from one character to another; \\- is the character", at: itemStart)
            }
            return low.set.ranges + [0x2d...0x2d] + high.set.ranges
        }
        guard first <= last else { throw problem("this range ends before it begins", at: itemStart) }
        return [first...last]
    }

    /// Reads an item of a set; nil at the end of the text.
    private mutating func bracketItem() throws(PatternProblem) -> Item? {
        guard let scalar = next else { return nil }
        guard scalar != "\\" else {
            switch self.scalar(at: position + 1) {
            case "b" where syntax.contains(.references):
                position += 2
                return .one(0x08)
            // After \c in brackets, JavaScript takes digits, too.
            case "c" where syntax.contains(.anyEscape): return control(in: .asciiWords)
            default: return try escapedItem()
            }
        }
        defer { position += 1 }
        return .one(value(of: noted(character(at: position).first ?? scalar)))
    }

    /// Reads `[:alpha:]` or `[:^alpha:]`; nil for anything else.
    private mutating func posixClass() throws(PatternProblem) -> ScalarSet? {
        let start = position
        guard next == "[", scalar(at: start + 1) == ":",
            syntax.contains(.posixClasses) || syntax.contains(.onlyCommon),
            let end = (start + 2..<count).first(where: { scalar(at: $0) == ":" && scalar(at: $0 + 1) == "]" })
        else { return nil }
        let isInverted = scalar(at: start + 2) == "^"
        let name = text(of: start + (isInverted ? 3 : 2)..<max(end, start + (isInverted ? 3 : 2)))
        guard syntax.contains(.posixClasses) else {
            guard ScalarSet.posix(name) != nil else { return nil }
            throw problem(
                "[:\(name):] is a set of letters only in Go; write the set out, as in [a-z]", at: start)
        }
        guard let set = ScalarSet.posix(name) else {
            throw problem("no class [:\(name):]; [:alpha:], [:digit:] and [:space:] are some", at: start)
        }
        position = end + 2
        return named(set, isInverted: isInverted).set
    }

    func text(of range: Range<Int>) -> String {
        String(String.UnicodeScalarView(range.compactMap(scalar(at:))))
    }
}

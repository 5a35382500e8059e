extension PatternParser {
    /// What stands for characters, in brackets or not.
    private enum Item {
        /// A scalar, or half of a surrogate pair, which no text holds.
        case one(UInt32)
        case named(ScalarSet)

        var set: ScalarSet {
            switch self {
            case .one(let value): ScalarSet([value...value])
            case .named(let set): set
            }
        }
    }

    /// What a backslash begins, outside brackets.
    mutating func escape() throws(PatternProblem) -> PatternTree {
        let start = position
        switch scalar(at: position + 1) ?? "\0" {
        case "b", "B":
            position += 2
            return .assertion(scalar(at: start + 1) == "b" ? .wordBoundary : .noWordBoundary)
        case "A" where dialect == .sdks:
            position += 2
            return .assertion(.start)
        case "Z" where dialect == .sdks, "z" where dialect == .sdks:
            position += 2
            return .assertion(.end)
        case "1"..."9" where dialect == .sdks:
            position += 1
            return try numberedReference(from: start)
        case "k" where dialect == .sdks:
            position += 2
            return try namedReference(from: start)
        default:
            switch try escapedItem() {
            case .one(let value): return node(inAnyCase(ScalarSet([value...value])))
            case .named(let set): return node(set)
            }
        }
    }

    /// A set in brackets.
    mutating func bracketSet() throws(PatternProblem) -> ScalarSet {
        let start = position
        position += 1
        let isInverted = take("^")
        // Put together at the end: a set that grew by one range at a time would take quadratic time.
        var ranges: [ClosedRange<UInt32>] = []
        var isFirst = true
        while isFirst || !take("]") {
            isFirst = false
            let itemStart = position
            guard let low = try bracketItem() else { throw problem("this [ has no ]", at: start) }
            guard next == "-", let end = scalar(at: position + 1), end != "]" else {
                ranges += low.set.ranges
                continue
            }
            position += 1
            let high = try bracketItem()
            guard case .one(let first) = low, case .one(let last) = high else {
                throw problem("a range goes from one character to another; \\- is the character", at: itemStart)
            }
            guard first <= last else { throw problem("this range ends before it begins", at: itemStart) }
            ranges.append(first...last)
        }
        let set = inAnyCase(ScalarSet(ranges))
        return isInverted ? set.inverted : set
    }

    /// Nil at the end of the text.
    private mutating func bracketItem() throws(PatternProblem) -> Item? {
        guard let scalar = next else { return nil }
        if scalar == "\\" {
            if dialect == .sdks, skip("\\b") { return .one(0x08) }
            return try escapedItem()
        }
        defer { position += 1 }
        return .one(noted(character(at: position).first ?? scalar).value)
    }

    private mutating func escapedItem() throws(PatternProblem) -> Item {
        let start = position
        guard let scalar = scalar(at: position + 1) else {
            throw problem("after \\ comes what it is for; \\\\ is one \\")
        }
        let words = dialect == .filter ? ScalarSet.words : .asciiWords
        position += 2
        switch scalar {
        case "d": return .named(.digits)
        case "D": return .named(ScalarSet.digits.inverted)
        case "w": return .named(words)
        case "W": return .named(words.inverted)
        case "s": return .named(.blanks)
        case "S": return .named(ScalarSet.blanks.inverted)
        case "n": return .one(0x0A)
        case "t": return .one(0x09)
        case "r": return .one(0x0D)
        case _ where ScalarSet.digits.contains(scalar) || (scalar.isASCII && scalar.properties.isAlphabetic):
            guard dialect == .sdks else { throw unknown(scalar, at: start) }
            return .one(try controlOrNumber(scalar, from: start))
        default: return .one((character(at: start + 1).first ?? scalar).value)
        }
    }

    private func unknown(_ scalar: Unicode.Scalar, at start: Int) -> PatternProblem {
        if dialect == .sdks { return problem("\\\(scalar) is not an escape that every SDK knows", at: start) }
        if ("1"..."9").contains(scalar) {
            return problem("a group cannot be referred to; write out what it stands for", at: start)
        }
        return problem(
            "there is no \\\(scalar); there are \\d \\w \\s \\b, and \\D \\W \\S \\B for the rest", at: start)
    }

    private mutating func controlOrNumber(
        _ letter: Unicode.Scalar, from start: Int
    ) throws(PatternProblem) -> UInt32 {
        switch letter {
        case "f": return 0x0C
        case "v": return 0x0B
        case "a": return 0x07
        case "0": return 0
        case "x": return try hexadecimal(2, from: start)
        case "u": return try hexadecimal(4, from: start)
        default: throw unknown(letter, at: start)
        }
    }

    private mutating func hexadecimal(_ count: Int, from start: Int) throws(PatternProblem) -> UInt32 {
        let digits = (position..<position + count).compactMap(scalar(at:))
        guard digits.count == count, digits.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }),
            let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
        else { throw problem("\(count) hexadecimal digits are missing", at: start) }
        position += count
        return value
    }
}

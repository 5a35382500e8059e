extension PatternParser {
    /// A set in brackets.
    mutating func bracketSet() throws(PatternProblem) -> ScalarSet {
        let start = position
        position += 1
        let isInverted = take("^")
        if next == "]", syntax.contains(.onlyCommon) {
            throw problem(
                "[] is an empty set in Node, and in Python and Go ] is its first character; write \\]", at: start)
        }
        // Put together at the end: a set that grew by one range at a time would take quadratic time.
        var ranges: [ClosedRange<UInt32>] = []
        var isFirst = !syntax.contains(.emptySets)
        while isFirst || !take("]") {
            isFirst = false
            ranges += try bracketRanges(of: start)
        }
        let set = inAnyCase(ScalarSet(ranges))
        return isInverted ? set.inverted : set
    }

    /// A character, a range or a named set.
    private mutating func bracketRanges(of start: Int) throws(PatternProblem) -> [ClosedRange<UInt32>] {
        let itemStart = position
        if let named = try posixClass() { return named.ranges }
        guard let low = try bracketItem() else { throw problem("this [ has no ]", at: start) }
        guard next == "-", let end = scalar(at: position + 1), end != "]" else { return low.set.ranges }
        // RE2 reads what follows a named set on its own; JavaScript takes both sides of the hyphen.
        if case .named(let set) = low, syntax.contains(.unicodeClasses) { return set.ranges }
        position += 1
        guard let high = try bracketItem() else { throw problem("this [ has no ]", at: start) }
        guard case .one(let first) = low, case .one(let last) = high else {
            guard syntax.contains(.setsBesideHyphens), !syntax.contains(.unicodeClasses) else {
                throw problem("a range goes from one character to another; \\- is the character", at: itemStart)
            }
            return low.set.ranges + [0x2d...0x2d] + high.set.ranges
        }
        guard first <= last else { throw problem("this range ends before it begins", at: itemStart) }
        return [first...last]
    }

    /// Nil at the end of the text.
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

    /// `[:alpha:]` or `[:^alpha:]`; nil for what is not in such brackets.
    private mutating func posixClass() throws(PatternProblem) -> ScalarSet? {
        let start = position
        guard next == "[", scalar(at: start + 1) == ":", syntax.contains(.posixClasses) || syntax.contains(.onlyCommon),
            let end = (start + 2..<count).first(where: { scalar(at: $0) == ":" && scalar(at: $0 + 1) == "]" })
        else { return nil }
        let isInverted = scalar(at: start + 2) == "^"
        let name = text(of: start + (isInverted ? 3 : 2)..<max(end, start + (isInverted ? 3 : 2)))
        guard syntax.contains(.posixClasses) else {
            guard ScalarSet.posix(name) != nil else { return nil }
            throw problem("[:\(name):] is a set of letters in Go alone; write the set out, as in [a-z]", at: start)
        }
        guard let set = ScalarSet.posix(name) else {
            throw problem("there is no class [:\(name):]; [:alpha:], [:digit:] and [:space:] are some", at: start)
        }
        position = end + 2
        return named(set, isInverted: isInverted).set
    }

    func text(of range: Range<Int>) -> String {
        String(String.UnicodeScalarView(range.compactMap(scalar(at:))))
    }
}

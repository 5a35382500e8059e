/// Reads the text of a regular expression.
struct PatternParser {
    /// The maximum nesting: deeper than expressions that people write, and shallow enough for the stack.
    private static let deepest = 100
    private static let mostRepetitions = 1000

    /// How sets are converted to lower case, because the searched text is in lower case.
    enum Folding {
        case nothing, beyondASCII, everything
    }

    /// The flags that `(?ims)` changes.
    struct Flags {
        var ignoresCase = false
        var isMultiline = false
        var dotTakesAll = false
    }

    let dialect: PatternDialect
    private let folding: Folding
    private let scalars: [Unicode.Scalar]
    /// The start of each character that is read as one, and the end of the last; nil if each scalar is.
    private let starts: [Int]?
    /// The number of characters read.
    let count: Int
    var position = 0
    var flags = Flags()
    /// Whether `\Q` was read, and no `\E` yet.
    var isQuoted = false
    var names: [String: Int] = [:]
    var groupCount = 0
    /// All groups of the expression, because a reference may be before its group.
    let declared: DeclaredGroups
    var closedGroups: Set<Int> = []
    private var depth = 0
    /// Whether a capital was read.
    private var namesCapital = false

    /// Parses a string.
    ///
    /// - Returns: the tree, whether case matters, and the number of groups.
    static func parse(
        _ text: String, _ dialect: PatternDialect, ignoresCase: Bool = false
    ) throws(PatternProblem) -> (tree: PatternTree, matchesCase: Bool, groupCount: Int) {
        guard dialect.syntax.contains(.characters) else {
            let units = dialect.syntax.contains(.codeUnits) ? CodeUnitText.of(text) : text
            var parser = PatternParser(dialect, Array(units.unicodeScalars), starts: nil, folding: .nothing)
            parser.flags.ignoresCase = ignoresCase
            return (try parser.whole(), true, parser.groupCount)
        }
        let starts = text.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.unicodeScalars.count) }
        var parser = PatternParser(dialect, Array(text.unicodeScalars), starts: starts, folding: .beyondASCII)
        let tree = try parser.whole()
        guard !parser.namesCapital else { return (tree, true, 0) }
        var folding = PatternParser(dialect, parser.scalars, starts: starts, folding: .everything)
        return (try folding.whole(), false, 0)
    }

    private init(_ dialect: PatternDialect, _ scalars: [Unicode.Scalar], starts: [Int]?, folding: Folding) {
        self.dialect = dialect
        self.scalars = scalars
        self.starts = starts
        self.folding = folding
        count = starts.map { $0.count - 1 } ?? scalars.count
        declared =
            dialect.syntax.contains(.forwardReferences) ? DeclaredGroups(of: scalars) : DeclaredGroups()
    }

    var syntax: PatternSyntax { dialect.syntax }

    private mutating func whole() throws(PatternProblem) -> PatternTree {
        let tree = try choice()
        guard position == count else { throw problem("this ) has no (; \\) is the character itself") }
        return tree
    }

    func problem(_ message: String, at offset: Int? = nil) -> PatternProblem {
        PatternProblem(message: message, offset: offset ?? position)
    }

    /// The next scalar, if there is one. A character of several scalars, which no syntax has, is U+FFFD.
    var next: Unicode.Scalar? { scalar(at: position) }

    func scalar(at position: Int) -> Unicode.Scalar? {
        guard position < count else { return nil }
        guard let starts else { return scalars[position] }
        return starts[position + 1] - starts[position] == 1 ? scalars[starts[position]] : "\u{FFFD}"
    }

    /// Returns the scalars that are read as one character.
    func character(at position: Int) -> ArraySlice<Unicode.Scalar> {
        guard let starts else { return scalars[position...position] }
        return scalars[starts[position]..<starts[position + 1]]
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    mutating func skip(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard scalars.enumerated().allSatisfy({ scalar(at: position + $0) == $1 }) else { return false }
        position += scalars.count
        return true
    }

    mutating func choice() throws(PatternProblem) -> PatternTree {
        // A flag that is set within a group ends with it.
        let outer = flags
        defer { flags = outer }
        var branches: [PatternTree] = []
        repeat { branches.append(try sequence()) } while take("|")
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    /// Reads the content of parentheses, up to the closing one.
    mutating func inside(_ start: Int) throws(PatternProblem) -> PatternTree {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw problem("groups are nested too deep", at: start) }
        let tree = try choice()
        guard take(")") else { throw problem("this ( has no )", at: start) }
        return tree
    }

    private mutating func sequence() throws(PatternProblem) -> PatternTree {
        var parts: [PatternTree] = []
        while let scalar = next, isQuoted || (scalar != "|" && scalar != ")") {
            let start = position
            if let part = try atom() {
                parts.append(try repeated(part, from: start))
            } else if let last = parts.last, syntax.contains(.ungreedyFlag) {
                // RE2 repeats the part before a change to flags, or before the quotes, too.
                parts[parts.count - 1] = try repeated(last, from: start)
            }
        }
        return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
    }

    private mutating func repeated(_ part: PatternTree, from start: Int) throws(PatternProblem) -> PatternTree
    {
        let quantifierStart = position
        guard let (least, most) = try quantifier() else { return part }
        if isBareAssertion(part, from: start) {
            throw problem("nothing to repeat before this", at: starts == nil ? start : start + 1)
        }
        // A lazy repetition is found in the same texts.
        _ = take("?")
        let after = position
        if try quantifier() != nil { throw problem("this repeats a repetition; use (…)", at: after) }
        let repetition = PatternTree.repetition(part, least: least, most: most)
        guard !syntax.contains(.ungreedyFlag) || repetition.repetitionRoom(Self.mostRepetitions) > 0 else {
            throw problem(
                "at most \(Self.mostRepetitions) repetitions, including nested ones", at: quantifierStart)
        }
        return repetition
    }

    /// Whether a part, unless it is in brackets, takes no character and cannot be repeated.
    private func isBareAssertion(_ part: PatternTree, from start: Int) -> Bool {
        switch part {
        case .assertion: !syntax.contains(.repeatedAssertions) && scalar(at: start) != "("
        case .look(_, isBehind: true, _): syntax.contains(.codeUnits) && scalar(at: start + 2) == "<"
        default: false
        }
    }

    private mutating func quantifier() throws(PatternProblem) -> (least: Int, most: Int?)? {
        guard !isQuoted else { return nil }
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        guard let (least, most, end) = bounds() else { return nil }
        let place = starts == nil ? end : position
        position = end
        guard max(least, most ?? 0) <= Self.mostRepetitions else {
            throw problem("at most \(Self.mostRepetitions) repetitions", at: place)
        }
        if let most, most < least { throw problem("{\(least),\(most)} ends before it begins", at: place) }
        return (least, most)
    }

    /// Reads the bounds `{2}`, `{2,}` or `{2,5}` that begin here; nil if the brace is a literal.
    private func bounds() -> (least: Int, most: Int?, end: Int)? {
        guard next == "{" else { return nil }
        let rest = (position + 1..<count).prefix(24)
        guard let close = rest.first(where: { scalar(at: $0) == "}" }) else { return nil }
        let scalars = (position + 1..<close).compactMap(scalar(at:))
        let numbers = scalars.split(separator: ",", omittingEmptySubsequences: false)
        guard (1...2).contains(numbers.count), let least = Self.number(numbers[0]) else { return nil }
        if numbers.count == 1 { return (least, least, close + 1) }
        if numbers[1].isEmpty { return (least, nil, close + 1) }
        return Self.number(numbers[1]).map { (least, $0, close + 1) }
    }

    /// Whether bounds such as `{,5}` begin here.
    private var hasNoLeast: Bool {
        guard scalar(at: position + 1) == "," else { return false }
        let end = (position + 2..<count).first { !ScalarSet.digits.contains(scalar(at: $0) ?? "}") }
        return end.flatMap(scalar(at:)) == "}"
    }

    private static func number(_ digits: ArraySlice<Unicode.Scalar>) -> Int? {
        guard digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return Int(String(String.UnicodeScalarView(digits)))
    }

    /// Reads the next part that can be repeated; nil for one that only changes how the rest is read.
    private mutating func atom() throws(PatternProblem) -> PatternTree? {
        guard let scalar = next else { return nil }
        if isQuoted {
            guard !skip("\\E") else {
                isQuoted = false
                return nil
            }
            position += 1
            return node(inAnyCase(ScalarSet(scalar.value)))
        }
        switch scalar {
        case "(": return try group()
        case "[": return node(try bracketSet())
        case "\\": return try escape()
        case "*", "+", "?": throw problem("nothing to repeat before this; \\\(scalar) is the character")
        case "{" where syntax.contains(.braces) && bounds() != nil:
            throw problem("nothing to repeat before this; \\{ is the character")
        case "{" where syntax.contains(.onlyCommon) && hasNoLeast:
            throw problem("{,3} is a repetition only in Python; write {0,3}, or \\{ for the character")
        default: break
        }
        let characters = character(at: position)
        position += 1
        switch scalar {
        case ".": return node(flags.dotTakesAll ? ScalarSet().inverted : dialect.inLine)
        case "^": return .assertion(flags.isMultiline ? .lineStart : .start)
        case "$": return .assertion(flags.isMultiline ? .lineEnd : .end)
        default: break
        }
        // Several scalars are, for example, a letter and its accent.
        let parts = characters.map { node(inAnyCase(ScalarSet(value(of: noted($0))))) }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    /// Returns the same scalar, after noting whether it is a capital letter.
    mutating func noted(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if starts != nil { namesCapital = namesCapital || scalar.properties.isUppercase }
        return scalar
    }

    /// Returns the value of a character in a set: its scalar value or its code unit.
    func value(of scalar: Unicode.Scalar) -> UInt32 {
        syntax.contains(.codeUnits) ? CodeUnitText.unit(of: scalar) : scalar.value
    }

    /// Returns a set that was written explicitly, extended to both cases if case is ignored.
    func inAnyCase(_ set: ScalarSet) -> ScalarSet {
        switch folding {
        case .everything: set.lowercased
        case .beyondASCII: set.lowercasedBeyondASCII
        case .nothing: flags.ignoresCase ? dialect.folding.closed(set) : set
        }
    }

    func node(_ set: ScalarSet) -> PatternTree {
        .set(syntax.contains(.codeUnits) ? CodeUnitText.scalars(of: set) : set)
    }
}

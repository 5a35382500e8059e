/// Reads the text of a regular expression.
struct PatternParser {
    struct Flags {
        var ignoresCase = false
        var isMultiline = false
        var dotTakesAll = false
    }

    static let nestingLimit = 100
    static let repetitionLimit = 1000

    let text: [Unicode.Scalar]
    var position = 0
    var flags = Flags()
    var groupCount = 0
    var closedGroups: Set<Int> = []
    var names: [String: Int] = [:]
    private var depth = 0

    init(_ text: String) {
        self.text = Array(text.unicodeScalars)
    }

    mutating func parse() throws(PatternProblem) -> PatternNode {
        let node = try alternatives()
        guard position == text.count else { throw problem("a ')' has no '('") }
        return node
    }

    func problem(_ message: String, at offset: Int? = nil) -> PatternProblem {
        PatternProblem(message: message, offset: offset ?? position)
    }

    var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

    mutating func skip(_ words: String) -> Bool {
        let scalars = Array(words.unicodeScalars)
        guard text[position...].starts(with: scalars) else { return false }
        position += scalars.count
        return true
    }

    mutating func alternatives() throws(PatternProblem) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.nestingLimit else { throw problem("groups are nested too deep") }
        // A flag that is set within a group ends with it.
        let outer = flags
        defer { flags = outer }
        var choices: [PatternNode] = []
        repeat { choices.append(try sequence()) } while skip("|")
        return choices.count == 1 ? choices[0] : .alternatives(choices)
    }

    private mutating func sequence() throws(PatternProblem) -> PatternNode {
        var parts: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let start = position
            guard let atom = try atom() else { continue }
            parts.append(try repeated(atom, from: start))
        }
        return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
    }

    /// The next thing that can be repeated; nil for a change of flags.
    private mutating func atom() throws(PatternProblem) -> PatternNode? {
        guard let scalar = next else { return nil }
        switch scalar {
        case "(": return try group()
        case "[": return .set(try bracketSet())
        case ".":
            position += 1
            return .set(.any(withLineFeed: flags.dotTakesAll))
        case "^":
            position += 1
            return .anchor(flags.isMultiline ? .lineStart : .start)
        case "$":
            position += 1
            return .anchor(flags.isMultiline ? .lineEnd : .end)
        case "\\": return try escape()
        case "*", "+", "?": throw problem("nothing to repeat")
        default:
            if scalar == "{", bounds() != nil { throw problem("nothing to repeat") }
            position += 1
            return .set(.scalar(scalar, ignoresCase: flags.ignoresCase))
        }
    }

    private mutating func repeated(_ atom: PatternNode, from start: Int) throws(PatternProblem) -> PatternNode {
        let least: Int
        let most: Int?
        switch next {
        case "*": (least, most) = (0, nil)
        case "+": (least, most) = (1, nil)
        case "?": (least, most) = (0, 1)
        case "{":
            guard let found = bounds() else { return atom }
            (least, most) = (found.least, found.most)
            position = found.end - 1
        default: return atom
        }
        position += 1
        if case .anchor = atom { throw problem("nothing to repeat", at: start) }
        guard least <= Self.repetitionLimit, most ?? 0 <= Self.repetitionLimit else {
            throw problem("more than \(Self.repetitionLimit) repetitions")
        }
        if let most, most < least { throw problem("the bounds of a repetition are the wrong way round") }
        let isLazy = skip("?")
        if let scalar = next, "*+?".unicodeScalars.contains(scalar) || (scalar == "{" && bounds() != nil) {
            throw problem("a repetition of a repetition")
        }
        return .repetition(atom, least: least, most: most, isLazy: isLazy)
    }

    /// The bounds `{2}`, `{2,}` or `{2,5}` that begin here; nil where the brace is only a brace.
    private func bounds() -> (least: Int, most: Int?, end: Int)? {
        guard next == "{", let close = text[position...].prefix(24).firstIndex(of: "}") else { return nil }
        let inner = text[(position + 1)..<close].map { Character($0) }
        let parts = inner.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        guard let first = parts.first, Self.isNumber(first), let least = Int(first) else { return nil }
        if parts.count == 1 { return (least, least, close + 1) }
        if parts[1].isEmpty { return (least, nil, close + 1) }
        guard Self.isNumber(parts[1]), let most = Int(parts[1]) else { return nil }
        return (least, most, close + 1)
    }

    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension PatternParser {
    /// Reads the group that an opening parenthesis begins; nil for a change to flags.
    mutating func group() throws(PatternProblem) -> PatternTree? {
        let start = position
        position += 1
        if skip("?:") { return try inside(start) }
        guard !syntax.contains(.characters) else {
            guard next != "?" else { throw problem("after (, a ? is only allowed in (?:…)") }
            return try inside(start)
        }
        guard next == "?" else { return try numberedGroup(from: start) }
        if syntax.contains(.lookAround) {
            if skip("?=") { return .look(try inside(start), isBehind: false, isNegative: false) }
            if skip("?!") { return .look(try inside(start), isBehind: false, isNegative: true) }
            if skip("?<=") { return try lookBehind(from: start, isNegative: false) }
            if skip("?<!") { return try lookBehind(from: start, isNegative: true) }
        }
        if syntax.contains(.pythonNames), syntax.contains(.references), skip("?P=") {
            return try reference(to: try name(endedBy: ")"), at: start)
        }
        if (syntax.contains(.pythonNames) && skip("?P<"))
            || (syntax.contains(.names) && beginsName && skip("?<"))
        {
            let name = try name(endedBy: ">")
            guard names[name] == nil || syntax.contains(.quotes) else {
                throw problem("two groups are called \(name)", at: start)
            }
            names[name] = groupCount + 1
            return try numberedGroup(from: start)
        }
        guard syntax.contains(.flags),
            scalar(at: position + 1).map({ "=!<P".unicodeScalars.contains($0) }) != true
        else {
            throw problem(unknownGroup, at: start)
        }
        position += 1
        return try flagGroup(from: start)
    }

    /// Whether a name follows, and not a lookbehind.
    private var beginsName: Bool {
        scalar(at: position + 1) == "<" && scalar(at: position + 2) != "=" && scalar(at: position + 2) != "!"
    }

    private var unknownGroup: String {
        guard syntax.contains(.quotes) else { return "an unknown kind of group" }
        return switch scalar(at: position + 1) {
        case "=", "!", "<": "RE2 cannot look ahead or back, as with (?=…) or (?<!…)"
        default: "an unknown kind of group; RE2 has (?:…), (?P<name>…) and (?i)"
        }
    }

    private mutating func numberedGroup(from start: Int) throws(PatternProblem) -> PatternTree {
        groupCount += 1
        let number = groupCount
        let part = try inside(start)
        closedGroups.insert(number)
        return .group(part, number: number)
    }

    private mutating func lookBehind(from start: Int, isNegative: Bool) throws(PatternProblem) -> PatternTree
    {
        let part = try inside(start)
        guard part.width != nil else { throw problem("a look behind must have a fixed length", at: start) }
        return .look(part, isBehind: true, isNegative: isNegative)
    }

    private mutating func flagGroup(from start: Int) throws(PatternProblem) -> PatternTree? {
        var new = flags
        var isOn = true
        var changes = false
        while let scalar = next, scalar != ")", scalar != ":" {
            switch scalar {
            case "i": new.ignoresCase = isOn
            case "m": new.isMultiline = isOn
            case "s": new.dotTakesAll = isOn
            // Greediness does not change whether there is a match.
            case "U" where syntax.contains(.ungreedyFlag): break
            case "-" where isOn: isOn = false
            default: throw problem("an unknown kind of group", at: start)
            }
            changes = scalar != "-"
            position += 1
        }
        guard isOn || changes else { throw problem("expected a flag after this -", at: position - 1) }
        if take(")") {
            flags = new
            return nil
        }
        guard take(":") else { throw problem("this ( has no )", at: start) }
        let outer = flags
        flags = new
        defer { flags = outer }
        return try inside(start)
    }

    private mutating func name(endedBy end: Unicode.Scalar) throws(PatternProblem) -> String {
        let start = position
        while let scalar = next, isInNames(scalar) { position += 1 }
        guard position > start, let first = scalar(at: start),
            syntax.contains(.quotes) || !ScalarSet.digits.contains(first), next == end
        else { throw problem("invalid name of a group", at: start) }
        defer { position += 1 }
        return text(of: start..<position)
    }

    private func isInNames(_ scalar: Unicode.Scalar) -> Bool {
        if ScalarSet.asciiWords.contains(scalar) { return true }
        // Python alone has only these.
        guard !syntax.contains(.onlyCommon) else { return false }
        return scalar == "$" ? syntax.contains(.anyEscape) : scalar.properties.isIDContinue
    }

    private func reference(to name: String, at start: Int) throws(PatternProblem) -> PatternTree {
        let known = syntax.contains(.forwardReferences) ? declared.names : names
        guard let number = known[name] else { throw problem("no group \(name)", at: start) }
        return .reference(number, ignoresCase: flags.ignoresCase)
    }

    /// Reads the rest of `\k<name>`, after the letter.
    mutating func namedReference(from start: Int) throws(PatternProblem) -> PatternTree {
        guard take("<") else { throw problem("\\k is not an escape", at: start) }
        return try reference(to: try name(endedBy: ">"), at: start)
    }

    /// Reads the rest of `\1`, after the backslash; nil if JavaScript interprets a number without a group as something
    /// else.
    mutating func numberedReference(from start: Int) throws(PatternProblem) -> PatternTree? {
        let goesForward = syntax.contains(.forwardReferences)
        var number = 0
        for _ in 0..<(goesForward ? 9 : 2) {
            guard let scalar = next, ScalarSet.digits.contains(scalar) else { break }
            number = number * 10 + Int(scalar.value) - 0x30
            position += 1
        }
        if goesForward {
            return number <= declared.count ? .reference(number, ignoresCase: flags.ignoresCase) : nil
        }
        guard closedGroups.contains(number) else {
            throw problem("no group \(number) before this", at: start)
        }
        return .reference(number, ignoresCase: flags.ignoresCase)
    }
}

/// The groups of an expression of JavaScript that can be referred to. They decide the meaning of an escape, also before
/// the group.
struct DeclaredGroups: Sendable {
    private(set) var count = 0
    private(set) var names: [String: Int] = [:]

    init() {}

    init(of scalars: [Unicode.Scalar]) {
        var isInSet = false
        var place = 0
        while place < scalars.count {
            switch scalars[place] {
            case "\\": place += 1
            case "[": isInSet = true
            case "]": isInSet = false
            case "(" where !isInSet: open(scalars[(place + 1)...])
            default: break
            }
            place += 1
        }
    }

    private mutating func open(_ rest: ArraySlice<Unicode.Scalar>) {
        guard rest.first == "?" else {
            count += 1
            return
        }
        let name = rest.dropFirst(2)
        guard rest.dropFirst().first == "<", let first = name.first, first != "=", first != "!" else {
            return
        }
        count += 1
        names[String(String.UnicodeScalarView(name.prefix { $0 != ">" }))] = count
    }
}

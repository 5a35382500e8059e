extension PatternParser {
    /// What an opening bracket begins; nil for a change of flags.
    mutating func group() throws(PatternProblem) -> PatternTree? {
        let start = position
        position += 1
        if skip("?:") { return try inside(start) }
        guard dialect == .sdks else {
            guard next != "?" else { throw problem("after ( a ? is only read as in (?:…)") }
            return try inside(start)
        }
        if skip("?=") { return .look(try inside(start), isBehind: false, isNegative: false) }
        if skip("?!") { return .look(try inside(start), isBehind: false, isNegative: true) }
        if skip("?<=") { return try lookBehind(from: start, isNegative: false) }
        if skip("?<!") { return try lookBehind(from: start, isNegative: true) }
        if skip("?P=") { return try reference(to: try name(endedBy: ")"), at: start) }
        if skip("?P<") || skip("?<") {
            let name = try name(endedBy: ">")
            guard names[name] == nil else { throw problem("two groups are called \(name)", at: start) }
            names[name] = groupCount + 1
            return try numberedGroup(from: start)
        }
        if skip("?") { return try flagGroup(from: start) }
        return try numberedGroup(from: start)
    }

    private mutating func numberedGroup(from start: Int) throws(PatternProblem) -> PatternTree {
        groupCount += 1
        let number = groupCount
        let part = try inside(start)
        closedGroups.insert(number)
        return .group(part, number: number)
    }

    private mutating func lookBehind(from start: Int, isNegative: Bool) throws(PatternProblem) -> PatternTree {
        let part = try inside(start)
        guard part.width != nil else { throw problem("what is looked behind for has no fixed length", at: start) }
        return .look(part, isBehind: true, isNegative: isNegative)
    }

    private mutating func flagGroup(from start: Int) throws(PatternProblem) -> PatternTree? {
        var new = flags
        var isOn = true
        while let scalar = next, scalar != ")", scalar != ":" {
            switch scalar {
            case "i": new.ignoresCase = isOn
            case "m": new.isMultiline = isOn
            case "s": new.dotTakesAll = isOn
            case "-" where isOn: isOn = false
            default: throw problem("an unknown kind of group", at: start)
            }
            position += 1
        }
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
        while let scalar = next, ScalarSet.asciiWords.contains(scalar) { position += 1 }
        guard position > start, let first = scalar(at: start), !ScalarSet.digits.contains(first), next == end else {
            throw problem("a group's name is not one", at: start)
        }
        defer { position += 1 }
        return String(String.UnicodeScalarView((start..<position).compactMap(scalar(at:))))
    }

    private func reference(to name: String, at start: Int) throws(PatternProblem) -> PatternTree {
        guard let number = names[name] else { throw problem("no group is called \(name)", at: start) }
        return .reference(number, ignoresCase: flags.ignoresCase)
    }

    /// `\k<name>`, of which the letter was read already.
    mutating func namedReference(from start: Int) throws(PatternProblem) -> PatternTree {
        guard take("<") else { throw problem("\\k is not an escape", at: start) }
        return try reference(to: try name(endedBy: ">"), at: start)
    }

    /// `\1`, of which the backslash was read already.
    mutating func numberedReference(from start: Int) throws(PatternProblem) -> PatternTree {
        var number = 0
        for _ in 0..<2 {
            guard let scalar = next, ScalarSet.digits.contains(scalar) else { break }
            number = number * 10 + Int(scalar.value) - 0x30
            position += 1
        }
        guard closedGroups.contains(number) else { throw problem("there is no group \(number) before this", at: start) }
        return .reference(number, ignoresCase: flags.ignoresCase)
    }
}

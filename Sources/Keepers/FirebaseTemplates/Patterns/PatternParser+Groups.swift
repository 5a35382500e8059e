extension PatternParser {
    /// What an opening bracket begins; nil for a change of flags.
    mutating func group() throws(PatternProblem) -> PatternNode? {
        let start = position
        position += 1
        if skip("?:") { return try closed(try alternatives(), from: start) }
        if skip("?=") { return .look(try closed(try alternatives(), from: start), isBehind: false, isNegative: false) }
        if skip("?!") { return .look(try closed(try alternatives(), from: start), isBehind: false, isNegative: true) }
        if skip("?<=") { return try lookBehind(from: start, isNegative: false) }
        if skip("?<!") { return try lookBehind(from: start, isNegative: true) }
        if skip("?P=") {
            let name = try name(endedBy: ")")
            guard let number = names[name] else { throw problem("no group is called \(name)", at: start) }
            return .reference(number, ignoresCase: flags.ignoresCase)
        }
        if skip("?P<") || skip("?<") {
            let name = try name(endedBy: ">")
            guard names[name] == nil else { throw problem("two groups are called \(name)", at: start) }
            names[name] = groupCount + 1
            return try numberedGroup(from: start)
        }
        if skip("?") { return try flagGroup(from: start) }
        return try numberedGroup(from: start)
    }

    private mutating func numberedGroup(from start: Int) throws(PatternProblem) -> PatternNode {
        groupCount += 1
        let number = groupCount
        let node = try closed(try alternatives(), from: start)
        closedGroups.insert(number)
        return .group(node, number: number)
    }

    private mutating func lookBehind(from start: Int, isNegative: Bool) throws(PatternProblem) -> PatternNode {
        let node = try closed(try alternatives(), from: start)
        guard node.width != nil else { throw problem("what is looked behind for has no fixed length", at: start) }
        return .look(node, isBehind: true, isNegative: isNegative)
    }

    private mutating func flagGroup(from start: Int) throws(PatternProblem) -> PatternNode? {
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
        if skip(")") {
            flags = new
            return nil
        }
        guard skip(":") else { throw problem("a group is not closed", at: start) }
        let outer = flags
        flags = new
        defer { flags = outer }
        return try closed(try alternatives(), from: start)
    }

    private mutating func closed(_ node: PatternNode, from start: Int) throws(PatternProblem) -> PatternNode {
        guard skip(")") else { throw problem("a group is not closed", at: start) }
        return node
    }

    private mutating func name(endedBy end: Unicode.Scalar) throws(PatternProblem) -> String {
        let start = position
        while let scalar = next, PatternSet.isNamed(scalar, .word) { position += 1 }
        guard position > start, !PatternSet.isNamed(text[start], .digit), next == end else {
            throw problem("a group's name is not one", at: start)
        }
        defer { position += 1 }
        return String(String.UnicodeScalarView(text[start..<position]))
    }

    /// The number of the group that is called `name`, once it is closed.
    func groupNumber(named name: String) -> Int? { names[name] }

    func isClosedGroup(_ number: Int) -> Bool { closedGroups.contains(number) }

    mutating func referenceName() throws(PatternProblem) -> String { try name(endedBy: ">") }
}

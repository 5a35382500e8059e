extension PatternParser {
    /// What a backslash begins, outside brackets.
    mutating func escape() throws(PatternProblem) -> PatternNode {
        let start = position
        guard position + 1 < text.count else { throw problem("a backslash at the end") }
        let scalar = text[position + 1]
        switch scalar {
        case "b", "B", "A", "Z", "z":
            position += 2
            switch scalar {
            case "b": return .anchor(.wordBoundary)
            case "B": return .anchor(.noWordBoundary)
            case "A": return .anchor(.start)
            default: return .anchor(.end)
            }
        case "1"..."9":
            position += 1
            let digits = text[position...].prefix(2).prefix { PatternSet.isNamed($0, .digit) }
            position += digits.count
            let number = digits.reduce(0) { $0 * 10 + Int($1.value) - 0x30 }
            guard isClosedGroup(number) else { throw problem("there is no group \(number) before this", at: start) }
            return .reference(number, ignoresCase: flags.ignoresCase)
        case "k":
            position += 2
            guard skip("<") else { throw problem("\\k is not an escape", at: start) }
            let name = try referenceName()
            guard let number = groupNumber(named: name) else {
                throw problem("no group is called \(name)", at: start)
            }
            return .reference(number, ignoresCase: flags.ignoresCase)
        default:
            switch try escapedItem() {
            case .range(let range):
                return .set(PatternSet(items: [.range(range)], ignoresCase: flags.ignoresCase))
            case .named(let name, let isNegative):
                return .set(PatternSet(items: [.named(name, isNegative: isNegative)]))
            }
        }
    }

    /// A set in brackets.
    mutating func bracketSet() throws(PatternProblem) -> PatternSet {
        let start = position
        position += 1
        var set = PatternSet(ignoresCase: flags.ignoresCase)
        set.isNegative = skip("^")
        var isFirst = true
        while true {
            guard let scalar = next else { throw problem("a '[' is not closed", at: start) }
            if scalar == "]", !isFirst {
                position += 1
                return set
            }
            isFirst = false
            let itemStart = position
            let item = try bracketItem()
            guard next == "-", position + 1 < text.count, text[position + 1] != "]" else {
                set.items.append(item)
                continue
            }
            position += 1
            guard case .range(let low) = item, case .range(let high) = try bracketItem(),
                low.lowerBound <= high.lowerBound
            else { throw problem("a range that is none", at: itemStart) }
            set.items.append(.range(low.lowerBound...high.lowerBound))
        }
    }

    private mutating func bracketItem() throws(PatternProblem) -> PatternSet.Item {
        guard let scalar = next else { throw problem("a '[' is not closed") }
        if scalar == "\\" {
            if position + 1 < text.count, text[position + 1] == "b" {
                position += 2
                return .range(0x08...0x08)
            }
            return try escapedItem()
        }
        position += 1
        return .range(scalar.value...scalar.value)
    }

    private mutating func escapedItem() throws(PatternProblem) -> PatternSet.Item {
        let start = position
        guard position + 1 < text.count else { throw problem("a backslash at the end") }
        let scalar = text[position + 1]
        position += 2
        switch scalar {
        case "d": return .named(.digit, isNegative: false)
        case "D": return .named(.digit, isNegative: true)
        case "w": return .named(.word, isNegative: false)
        case "W": return .named(.word, isNegative: true)
        case "s": return .named(.space, isNegative: false)
        case "S": return .named(.space, isNegative: true)
        case "n": return .range(0x0A...0x0A)
        case "t": return .range(0x09...0x09)
        case "r": return .range(0x0D...0x0D)
        case "f": return .range(0x0C...0x0C)
        case "v": return .range(0x0B...0x0B)
        case "a": return .range(0x07...0x07)
        case "0": return .range(0...0)
        case "x": return try hexadecimal(2, from: start)
        case "u": return try hexadecimal(4, from: start)
        case _ where scalar.isASCII && scalar.properties.isAlphabetic || PatternSet.isNamed(scalar, .digit):
            throw problem("\\\(scalar) is not an escape that every SDK knows", at: start)
        default: return .range(scalar.value...scalar.value)
        }
    }

    private mutating func hexadecimal(_ count: Int, from start: Int) throws(PatternProblem) -> PatternSet.Item {
        let digits = text[position...].prefix(count)
        guard digits.count == count,
            digits.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }),
            let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
        else { throw problem("\(count) hexadecimal digits are missing", at: start) }
        position += count
        return .range(value...value)
    }
}

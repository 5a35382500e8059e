import ExperimentsSupport

/// Why a regular expression of JavaScript is not one, or cannot be said in other words.
struct UnsearchablePattern: Error {
    let message: String
    /// Where, as a count of code units from the start.
    let offset: Int

    /// `this [ has no ] at character 3`.
    var description: String { "\(message) at character \(offset + 1)" }
}

/// Rewrites a regular expression of JavaScript (without the flag `u`, with what browsers have always taken) in the words
/// that the engine of this package knows.
struct PatternRewriting {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var result = ""
    private let groupCount: Int
    private let hasNames: Bool

    init(_ text: String) {
        scalars = Array(CodeUnitText.of(text).unicodeScalars)
        (groupCount, hasNames) = Self.groups(scalars)
    }

    /// The rewritten expression.
    ///
    /// - Throws: where JavaScript refuses it, or where it cannot be said in other words.
    mutating func rewritten() throws(UnsearchablePattern) -> String {
        while let scalar = next {
            switch scalar {
            case ".": emit("[^\\n\\r\\u2028\\u2029]")
            case "[": try rewriteSet()
            case "\\": try rewriteEscape()
            case "(": try rewriteGroup()
            case "]", "}": emit("\\\(scalar)")
            case "{": try rewriteBrace()
            case _ where !scalar.isASCII: emit(Self.literal(scalar))
            default: emit(String(scalar))
            }
        }
        return result
    }

    private var next: Unicode.Scalar? { scalar(at: position) }

    private func scalar(at position: Int) -> Unicode.Scalar? {
        position < scalars.count ? scalars[position] : nil
    }

    private mutating func emit(_ text: String, taking count: Int = 1) {
        result += text
        position += count
    }

    private func problem(_ message: String) -> UnsearchablePattern {
        UnsearchablePattern(message: message, offset: position)
    }

    /// A character as itself.
    private static func literal(_ scalar: Unicode.Scalar) -> String { String(scalar) }

    /// Returns how many groups can be referred to, and whether one of them has a name. Both decide the meaning of an
    /// escape.
    private static func groups(_ scalars: [Unicode.Scalar]) -> (count: Int, hasNames: Bool) {
        var (count, hasNames, isInSet, place) = (0, false, false, 0)
        while place < scalars.count {
            switch scalars[place] {
            case "\\": place += 1
            case "[": isInSet = true
            case "]": isInSet = false
            case "(" where !isInSet:
                let rest = scalars[(place + 1)...].prefix(3).map { Character($0) }
                let isNamed = rest.starts(with: "?<") && rest.count > 2 && rest[2] != "=" && rest[2] != "!"
                if rest.first != "?" || isNamed { count += 1 }
                hasNames = hasNames || isNamed
            default: break
            }
            place += 1
        }
        return (count, hasNames)
    }

    private mutating func rewriteGroup() throws(UnsearchablePattern) {
        guard scalar(at: position + 1) == "?" else { return emit("(") }
        let known = ["?:", "?=", "?!", "?<"]
        let opening = String(
            String.UnicodeScalarView([scalar(at: position + 1), scalar(at: position + 2)].compactMap(\.self)))
        guard known.contains(opening) else { throw problem("this kind of group is not one of JavaScript") }
        emit("(" + opening, taking: 3)
    }

    /// A brace that begins no repetition is a character.
    private mutating func rewriteBrace() throws(UnsearchablePattern) {
        let rest = scalars[(position + 1)...].prefix(24)
        guard let close = rest.firstIndex(of: "}") else { return emit("\\{") }
        let inner = scalars[(position + 1)..<close]
        let parts = inner.split(separator: ",", omittingEmptySubsequences: false)
        let isCount =
            (1...2).contains(parts.count) && !parts[0].isEmpty
            && parts.allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) } }
        guard isCount else { return emit("\\{") }
        emit(String(String.UnicodeScalarView(scalars[position...close])), taking: close - position + 1)
    }

    private mutating func rewriteEscape() throws(UnsearchablePattern) {
        guard let scalar = scalar(at: position + 1) else { throw problem("there is nothing after \\") }
        switch scalar {
        case "b", "B", "d", "D", "w", "W": emit("\\\(scalar)", taking: 2)
        case "s": emit("[\(Self.blanks)]", taking: 2)
        case "S": emit("[^\(Self.blanks)]", taking: 2)
        case "1"..."9": try rewriteReference()
        case "k" where hasNames: emit("\\k", taking: 2)
        default: emit(try escaped(), taking: 0)
        }
    }

    /// The characters that JavaScript treats as white space.
    private static let blanks =
        "\\t\\n\\v\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff"

    /// A reference to a group that is there; else an octal number, or the digit itself.
    private mutating func rewriteReference() throws(UnsearchablePattern) {
        let digits = scalars[(position + 1)...].prefix { ("0"..."9").contains($0) }
        let number = Int(String(String.UnicodeScalarView(digits))) ?? .max
        guard number <= groupCount else { return emit(try escaped(), taking: 0) }
        guard number < 100 else { throw problem("a reference to a group beyond the 99th") }
        emit("(?:\\\(number))", taking: 1 + digits.count)
    }

    /// Reads an escape that stands for one character, and gives it in words that mean the same within brackets too.
    private mutating func escaped() throws(UnsearchablePattern) -> String {
        guard let scalar = scalar(at: position + 1) else { throw problem("there is nothing after \\") }
        position += 2
        switch scalar {
        case "n", "t", "r", "v", "f": return "\\\(scalar)"
        case "x": return hexadecimal(2) ?? "x"
        case "u": return hexadecimal(4) ?? "u"
        case "c":
            guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else {
                // A backslash that begins nothing is one.
                position -= 1
                return "\\\\"
            }
            position += 1
            return Self.character(letter.value % 32)
        case "0"..."7":
            position -= 1
            return Self.character(octal())
        default:
            let isPlain = scalar.properties.isAlphabetic || !scalar.isASCII || ("8"..."9").contains(scalar)
            return isPlain ? Self.literal(scalar) : "\\\(scalar)"
        }
    }

    private mutating func hexadecimal(_ count: Int) -> String? {
        let digits = scalars[position...].prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0.properties.isASCIIHexDigit }),
            let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
        else { return nil }
        position += count
        return Self.character(value)
    }

    private mutating func octal() -> UInt32 {
        var value: UInt32 = 0
        var count = 0
        while count < 3, let digit = next, ("0"..."7").contains(digit), value * 8 + (digit.value - 0x30) <= 0o377 {
            value = value * 8 + (digit.value - 0x30)
            position += 1
            count += 1
        }
        return value
    }

    /// A code unit in four digits, or what stands for half of a pair.
    private static func character(_ unit: UInt32) -> String {
        guard !(0xd800...0xdfff).contains(unit) else { return String(CodeUnitText.scalar(unit)) }
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    private mutating func rewriteSet() throws(UnsearchablePattern) {
        let isInverted = scalar(at: position + 1) == "^"
        position += isInverted ? 2 : 1
        var inner = ""
        while let scalar = next, scalar != "]" { inner += try setItem(scalar) }
        guard next == "]" else { throw problem("this [ has no ]") }
        position += 1
        guard inner.isEmpty else {
            result += (isInverted ? "[^" : "[") + inner + "]"
            return
        }
        result += isInverted ? "(?:.|\\n)" : "(?!)"
    }

    private mutating func setItem(_ scalar: Unicode.Scalar) throws(UnsearchablePattern) -> String {
        switch scalar {
        case "\\":
            switch self.scalar(at: position + 1) {
            case "d", "D", "w", "W":
                defer { position += 2 }
                return String(String.UnicodeScalarView(scalars[position..<(position + 2)]))
            case "s":
                position += 2
                return Self.blanks
            case "S": throw problem("\\S within brackets cannot be searched for here")
            case "b":
                position += 2
                return "\\u0008"
            case "-":
                position += 2
                return "\\-"
            default: return try escaped()
            }
        case "-":
            position += 1
            // Beside a set, as in [\w-x], it is a character.
            return isRangeSign() ? "-" : "\\-"
        case "[", "^":
            position += 1
            return "\\\(scalar)"
        default:
            position += 1
            return Self.literal(scalar)
        }
    }

    /// Whether the hyphen before the position stands between two characters.
    private func isRangeSign() -> Bool {
        let before = position - 2
        guard before >= 0, let after = next, after != "]" else { return false }
        if after == "\\", let kind = scalar(at: position + 1), "dDwWsS".unicodeScalars.contains(kind) { return false }
        if scalars[before] == "[" && !isEscaped(before) { return false }
        if scalars[before] == "^", before > 0, scalars[before - 1] == "[" { return false }
        let isSet = "dDwWsS".unicodeScalars.contains(scalars[before]) && isEscaped(before)
        return !isSet
    }

    private func isEscaped(_ place: Int) -> Bool {
        var count = 0
        while place - count > 0, scalars[place - count - 1] == "\\" { count += 1 }
        return count % 2 == 1
    }
}

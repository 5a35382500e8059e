/// A dialect of regular expressions: the supported syntax and its meaning.
package struct PatternDialect: Sendable, Hashable {
    let syntax: PatternSyntax
    /// The characters that `\w` matches; `\b` is at the start and the end of them.
    let words: ScalarSet
    /// The characters that `\s` matches.
    let blanks: ScalarSet
    /// The characters that `.` matches.
    let inLine: ScalarSet
    /// The characters of escapes with a letter, if each is one character.
    let escapes: [Unicode.Scalar: UInt32]
    /// How case is ignored.
    let folding: CaseFolding
    /// The largest number of steps of a program. Each byte of a string may have to be compared with all of them.
    let stepLimit: Int

    /// The expressions that people type into a filter: letters, `.`, `[a-z]`, `\d \w \s \b`, `* + ? {2,5}`, `(…)`, `|`,
    /// `^` and `$`. A letter with its accents is one character, and characters outside ASCII belong to words.
    ///
    /// The searched text is in lower case. If the expression contains a capital, ASCII capitals are kept in the text.
    package static let filter = PatternDialect(
        syntax: .characters, words: .words, blanks: .blanks, inLine: .inLine,
        escapes: ["n": 0x0a, "t": 0x09, "r": 0x0d], folding: .unicode, stepLimit: 2_000)

    /// The expressions of RE2, with which Google evaluates client templates: <https://github.com/google/re2/wiki/Syntax>.
    package static let re2 = PatternDialect(
        syntax: [
            .braces, .flags, .ungreedyFlag, .pythonNames, .names, .textEdges, .quotes, .unicodeClasses,
            .posixClasses,
            .anyByte, .octalNumbers, .hexadecimalNumbers, .numbersInBraces, .repeatedAssertions,
            .setsBesideHyphens,
        ],
        words: .asciiWords, blanks: ScalarSet([0x09...0x0a, 0x0c...0x0d, 0x20...0x20]), inLine: .inLine,
        escapes: ["a": 0x07, "f": 0x0c, "n": 0x0a, "r": 0x0d, "t": 0x09, "v": 0x0b],
        folding: .unicode, stepLimit: 100_000)

    /// The expressions that Firebase's SDKs for Python, Node and Go have in common: `\w`, `\d` and `\b` know only
    /// ASCII, `.` is anything but a line feed, and `$` is the very end. Look-around, references to groups and `(?i)`
    /// are supported, too, because an SDK that does not know them refuses them. Syntax that an SDK interprets
    /// differently without refusing it, such as `[[:alpha:]]` or `\z`, is a problem.
    package static let sdks = PatternDialect(
        syntax: [
            .braces, .flags, .pythonNames, .names, .lookAround, .references, .hexadecimalNumbers,
            .fourDigitNumbers,
            .onlyCommon,
        ],
        words: .asciiWords, blanks: .blanks, inLine: .inLine,
        escapes: ["0": 0, "f": 0x0c, "n": 0x0a, "r": 0x0d, "t": 0x09, "v": 0x0b],
        folding: .unicode, stepLimit: 20_000)

    /// The expressions of JavaScript without flags except `i`, with the deviations that browsers have always accepted.
    /// They work on UTF-16, so that a character above U+FFFF is two. Search in strings that ``CodeUnitText`` has
    /// prepared.
    package static let javaScript = PatternDialect(
        syntax: [
            .braces, .names, .lookAround, .references, .forwardReferences, .emptySets, .setsBesideHyphens,
            .codeUnits,
            .anyEscape,
        ],
        words: .asciiWords,
        blanks: ScalarSet(ScalarSet.blanks.ranges.filter { $0 != 0x85...0x85 } + [0xfeff...0xfeff]),
        inLine: ScalarSet([0x0a...0x0a, 0x0d...0x0d, 0x2028...0x2029]).inverted,
        escapes: ["f": 0x0c, "n": 0x0a, "r": 0x0d, "t": 0x09, "v": 0x0b],
        folding: .javaScript, stepLimit: 20_000)
}

/// The syntax of a dialect, in addition to the syntax that all dialects have in common.
struct PatternSyntax: OptionSet, Sendable, Hashable {
    let rawValue: Int

    /// A letter with its accents is one character.
    static let characters = PatternSyntax(rawValue: 1 << 0)
    /// A count in braces after nothing is a mistake, not text.
    static let braces = PatternSyntax(rawValue: 1 << 1)
    /// `(?i)`, `(?m-s:…)`
    static let flags = PatternSyntax(rawValue: 1 << 2)
    /// `(?U)`
    static let ungreedyFlag = PatternSyntax(rawValue: 1 << 3)
    /// `(?P<name>…)`, and in dialects with references, `(?P=name)`
    static let pythonNames = PatternSyntax(rawValue: 1 << 4)
    /// `(?<name>…)`
    static let names = PatternSyntax(rawValue: 1 << 5)
    /// `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`
    static let lookAround = PatternSyntax(rawValue: 1 << 6)
    /// `\1`, `\k<name>`
    static let references = PatternSyntax(rawValue: 1 << 7)
    /// A reference may come before its group. A reference to a group that did not match is the empty text.
    static let forwardReferences = PatternSyntax(rawValue: 1 << 8)
    /// `\A`, `\z`
    static let textEdges = PatternSyntax(rawValue: 1 << 9)
    /// `\Q…\E`
    static let quotes = PatternSyntax(rawValue: 1 << 10)
    /// `\pL`, `\p{Greek}`
    static let unicodeClasses = PatternSyntax(rawValue: 1 << 11)
    /// `[[:alpha:]]`
    static let posixClasses = PatternSyntax(rawValue: 1 << 12)
    /// `\C`
    static let anyByte = PatternSyntax(rawValue: 1 << 13)
    /// `\012`
    static let octalNumbers = PatternSyntax(rawValue: 1 << 14)
    /// `\x41`
    static let hexadecimalNumbers = PatternSyntax(rawValue: 1 << 15)
    /// `\x{1F600}`
    static let numbersInBraces = PatternSyntax(rawValue: 1 << 16)
    /// `\u0041`
    static let fourDigitNumbers = PatternSyntax(rawValue: 1 << 17)
    /// `^*`
    static let repeatedAssertions = PatternSyntax(rawValue: 1 << 18)
    /// `[\d-z]`, in which the hyphen is a literal.
    static let setsBesideHyphens = PatternSyntax(rawValue: 1 << 19)
    /// `[]` and `[^]`
    static let emptySets = PatternSyntax(rawValue: 1 << 20)
    /// A character is a UTF-16 code unit.
    static let codeUnits = PatternSyntax(rawValue: 1 << 21)
    /// An unnecessary backslash, or one that begins an incomplete escape, is not a mistake.
    static let anyEscape = PatternSyntax(rawValue: 1 << 22)
    /// Syntax that programming languages read differently is a mistake.
    static let onlyCommon = PatternSyntax(rawValue: 1 << 23)
}

/// The reason why a string is not a regular expression of its dialect.
package struct PatternProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problem, and how to correct it.
    package let message: String
    /// The place, as a number from the start: of characters in a filter, otherwise of Unicode scalars.
    package let offset: Int

    /// `this ( has no ) at character 3`.
    package var description: String { "\(message) at character \(offset + 1)" }
}

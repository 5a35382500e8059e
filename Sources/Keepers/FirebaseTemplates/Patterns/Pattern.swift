/// A regular expression of a template.
///
/// The dialect is what RE2, Python and JavaScript have in common, by Unicode scalars: `\w`, `\d` and `\b` know ASCII,
/// `.` is anything but a line feed, `$` is the very end. Look-around and back-references are understood too, because
/// the SDKs for Python and Node do. What one of the SDKs refuses or reads as something else, such as `\p{L}` or `a++`,
/// is a problem. A search takes a bounded number of steps, whatever the pattern.
struct Pattern: Sendable {
    /// The steps after which a search is given up.
    static let stepLimit = 1_000_000

    private let program: [PatternInstruction]
    private let slotCount: Int
    /// The scalars a text has to hold somewhere; a quick way out for plain patterns.
    private let literal: String?

    init(_ text: String) throws(PatternProblem) {
        var parser = PatternParser(text)
        let node = try parser.parse()
        var compiler = PatternCompiler(groupCount: parser.groupCount)
        program = try compiler.program(for: node)
        slotCount = compiler.slotCount
        literal = node.literalText
    }

    /// Whether the pattern matches somewhere in `text`; nil where the search was given up.
    func isFound(in text: String) -> Bool? {
        if let literal { return ByteText.contains(text, literal) }
        let scalars = Array(text.unicodeScalars)
        var matcher = PatternMatcher(program: program, text: scalars, slotCount: slotCount)
        for start in 0...scalars.count {
            switch matcher.match(from: start) {
            case .some(true): return true
            case .some(false): continue
            case nil: return nil
            }
        }
        return false
    }
}

/// Something about a good document that is probably not meant.
public struct LintFinding: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of finding.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// Odd, and accepted when it is loaded.
        case accepted
        /// A flag that no variant changes.
        case unusedFlag = "unused-flag"
        /// A variant whose conditions nobody can meet.
        case neverActive = "never-active"
        /// A variant that never gives a flag its value, because later ones always do.
        case shadowed
        /// A variant without mods.
        case noMods = "no-mods"
        /// A second mod of the same flag, which is not looked at.
        case repeatedMod = "repeated-mod"
        /// A mod whose value is of another kind than the flag's base value.
        case typeChange = "type-change"
    }

    /// What kind of finding.
    public let rule: Rule
    /// What it is, and where.
    public let problem: DocumentProblem

    /// `file:line:column: path: message; advice [rule]`.
    public var description: String { "\(problem) [\(rule.rawValue)]" }
}

/// Something in a valid document that is probably a mistake.
public struct LintFinding: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of finding.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// A warning that also appears when the document is loaded.
        case accepted
        /// A flag that no variant changes.
        case unusedFlag = "unused-flag"
        /// A variant whose conditions no user can meet.
        case neverActive = "never-active"
        /// A variant that never sets the value of a flag, because later variants always do.
        case shadowed
        /// A variant without mods.
        case noMods = "no-mods"
        /// A second change of the same flag, which has no effect.
        case repeatedMod = "repeated-mod"
        /// A change to a value of another type than the flag's base value.
        case typeChange = "type-change"
    }

    /// The kind of finding.
    public let rule: Rule
    /// The finding, and its place.
    public let problem: DocumentProblem

    /// `file:line:column: path: message; advice [rule]`.
    public var description: String { "\(problem) [\(rule.rawValue)]" }
}

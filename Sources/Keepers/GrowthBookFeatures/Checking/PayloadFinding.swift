import ExperimentsCore

/// A finding of a check: something in a payload that is probably a mistake.
public struct PayloadFinding: Sendable, Hashable, CustomStringConvertible {
    /// The kind of a finding.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A part cannot be read, and is left out.
        case unreadable
        /// A rule that is never reached, or whose conditions no user meets.
        case neverMatches = "never-matches"
        /// Weights that do not sum up to 1, or whose number differs from the number of variations.
        case weights
        /// A coverage, a namespace or a range that is not between 0 and 1.
        case share
        /// Keys, `meta` or `ranges` that do not fit the variations.
        case variations
        /// Experiments that share users of one namespace.
        case namespaceOverlap = "namespace-overlap"
        /// A saved group that is not in the payload.
        case unknownGroup = "unknown-group"
        /// A feature that is not in the payload.
        case unknownFeature = "unknown-feature"
        /// A bandit that is not in the payload.
        case unknownBandit = "unknown-bandit"
        /// Features that are prerequisites of each other, in a circle.
        case prerequisiteCycle = "prerequisite-cycle"
        /// A condition that SDKs read differently, or not at all.
        case condition
    }

    /// The kind of the finding.
    public let kind: Kind
    /// The key of the feature, or of an experiment without a feature; nil if the finding is about the whole payload.
    public let feature: String?
    /// The position of the rule in the feature, from 1; nil if the finding is not about a rule.
    public let rule: Int?
    /// The problem, in one line.
    public let message: String
    /// The line, from 1, of a part that cannot be read, if the text of the payload is known.
    public let line: Int?
    /// The column, from 1 and in bytes, of such a part.
    public let column: Int?

    init(_ kind: Kind, _ feature: String? = nil, rule: Int? = nil, message: String) {
        self.kind = kind
        self.feature = feature
        self.rule = rule
        self.message = message
        line = nil
        column = nil
    }

    /// Creates a finding for a part that cannot be read.
    init(_ problem: PayloadProblem) {
        kind = .unreadable
        feature = nil
        rule = nil
        message = problem.sentence
        line = problem.line
        column = problem.column
    }

    /// `checkout, rule 2: no one reaches this`.
    public var description: String {
        let place = [feature, rule.map { "rule \($0)" }].compactMap(\.self).joined(separator: ", ")
        let words = place.isEmpty ? message : "\(place): \(message)"
        return line.map { "\(ErrorPlace(line: $0, column: column)): \(words)" } ?? words
    }
}

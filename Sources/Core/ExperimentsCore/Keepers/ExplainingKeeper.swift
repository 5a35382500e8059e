/// A keeper that can say why a name has the value it has.
public protocol ExplainingKeeper: RemoteConfigKeeper {
    /// What was considered for a name in the current snapshot, in order; empty where there is nothing to say. Does no I/O.
    func explanation(of name: String) -> [ExplanationLine]
}

/// One line of an explanation, for people.
public struct ExplanationLine: Sendable, Hashable {
    /// What the line says of what it names.
    public enum Verdict: Sendable, Hashable {
        /// It supplied the value.
        case chosen
        /// It holds, but something else supplied the value.
        case passed
        /// It does not hold, or was not asked.
        case failed
        /// Something went wrong, so that it is not known.
        case problem
        /// It is only a remark.
        case note
    }

    /// How far the line is indented: a condition belongs to the line above it that is indented less.
    public let depth: Int
    /// The words.
    public let text: String
    /// What they say.
    public let verdict: Verdict

    /// A line.
    public init(_ text: String, _ verdict: Verdict = .note, depth: Int = 0) {
        self.text = text
        self.verdict = verdict
        self.depth = depth
    }
}

/// A keeper that can explain why a key has its value, for example which condition decided it.
///
/// The dashboard shows the explanation in the details of a key, and `experiments get KEY --details` prints it. **To
/// implement it**, return one line for each thing that was considered, with its verdict and its depth:
///
/// ```swift
/// func explanation(of name: String) -> [ExplanationLine] {
///     [
///         ExplanationLine("condition beta testers: \"long\"", .chosen),
///         ExplanationLine("user.group is beta (it is beta)", .passed, depth: 1),
///         ExplanationLine("otherwise: \"short\"", .passed),
///     ]
/// }
/// ```
public protocol ExplainingKeeper: RemoteConfigKeeper {
    /// Returns what was considered for a key in the current snapshot, in order, or an empty array if there is nothing
    /// to explain. May be called on any thread. Must do no I/O.
    ///
    /// - Parameter name: the name of the key.
    func explanation(of name: String) -> [ExplanationLine]
}

/// A line of an explanation, to be read by people.
public struct ExplanationLine: Sendable, Hashable {
    /// The result of what the line describes.
    public enum Verdict: Sendable, Hashable {
        /// It supplied the value.
        case chosen
        /// It applies, but something else supplied the value.
        case passed
        /// It does not apply, or was not evaluated.
        case failed
        /// It could not be evaluated.
        case problem
        /// The line is only a remark.
        case note
    }

    /// How far the line is indented: a condition belongs to the line above it that is indented less.
    public let depth: Int
    /// The text of the line.
    public let text: String
    /// The result that the line describes.
    public let verdict: Verdict

    /// Creates a line.
    public init(_ text: String, _ verdict: Verdict = .note, depth: Int = 0) {
        self.text = text
        self.verdict = verdict
        self.depth = depth
    }
}

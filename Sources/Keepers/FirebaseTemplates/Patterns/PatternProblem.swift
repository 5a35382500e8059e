/// Why a text is not a regular expression that every official SDK reads the same way.
public struct PatternProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, in a few words.
    public let message: String
    /// Where, as a count of Unicode scalars from the start.
    public let offset: Int

    /// `a group is not closed at character 3`.
    public var description: String { "\(message) at character \(offset + 1)" }
}

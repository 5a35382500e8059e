/// One line of an explanation, for a screen.
public struct ExplanationLine: Sendable, Hashable {
    /// What a line is about.
    public enum Role: Sendable, Hashable {
        /// The flag and its value.
        case heading
        /// What gives the value.
        case winner
        /// Active, or met.
        case active
        /// Not active, not met, or not asked.
        case inactive
        /// Something failed.
        case problem
    }

    /// How deep the line is indented, from 0.
    public let level: Int
    /// The words.
    public let text: String
    /// What the line is about.
    public let role: Role

    /// A line.
    public init(_ level: Int, _ text: String, _ role: Role) {
        self.level = level
        self.text = text
        self.role = role
    }
}

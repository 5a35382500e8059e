/// Something that the operator wants to hear of while looking elsewhere.
public struct Alert: Sendable, Hashable {
    /// How it is told.
    public enum Way: String, Sendable, Hashable, CaseIterable {
        /// The terminal's bell.
        case bell
        /// A notification of the desktop, where the terminal passes it on.
        case desktop
    }

    /// What happened, in words.
    public var text: String
    /// How to tell it.
    public var ways: Set<Way>

    /// An alert.
    public init(text: String, ways: Set<Way>) {
        self.text = text
        self.ways = ways
    }
}

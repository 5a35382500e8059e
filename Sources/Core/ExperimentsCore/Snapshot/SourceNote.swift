/// A note of a source on its values as a whole, for example who published them.
public struct SourceNote: Sendable, Hashable {
    /// What the note is about.
    public let title: String
    /// The text of the note.
    public let text: String

    /// Creates a note.
    public init(title: String, text: String) {
        self.title = title
        self.text = text
    }
}

/// Something a source says about its content as a whole, for example who wrote it.
public struct SourceNote: Sendable, Hashable {
    /// What it is about.
    public let title: String
    /// What it says.
    public let text: String

    /// A note.
    public init(title: String, text: String) {
        self.title = title
        self.text = text
    }
}

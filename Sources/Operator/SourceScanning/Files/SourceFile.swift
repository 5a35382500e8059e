/// A file of an app's sources.
public struct SourceFile: Sendable, Hashable {
    /// The path, as places show it.
    public let path: String
    /// The content.
    public let text: String

    /// Creates a file.
    public init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

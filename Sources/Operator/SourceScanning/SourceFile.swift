/// One file of an app's sources.
public struct SourceFile: Sendable, Hashable {
    /// The path, as places name it.
    public let path: String
    /// The content.
    public let text: String

    /// A file.
    public init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// A place in a file, to be opened in an editor.
public struct FilePlace: Sendable, Hashable {
    /// The file's path.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    /// A place.
    public init(path: String, line: Int, column: Int) {
        (self.path, self.line, self.column) = (path, line, column)
    }
}

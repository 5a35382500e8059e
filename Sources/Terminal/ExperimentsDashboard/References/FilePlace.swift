/// A place in a file, to be opened in an editor.
public struct FilePlace: Sendable, Hashable {
    /// The path of the file.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    /// Creates a place.
    public init(path: String, line: Int, column: Int) {
        (self.path, self.line, self.column) = (path, line, column)
    }
}

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

/// A place in a source file.
public struct SourcePlace: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The file's path.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column in UTF-8 bytes, from 1.
    public let column: Int

    /// `path:line:column`.
    public var description: String { "\(path):\(line):\(column)" }

    /// By path, line and column.
    public static func < (left: SourcePlace, right: SourcePlace) -> Bool {
        (left.path, left.line, left.column) < (right.path, right.line, right.column)
    }
}

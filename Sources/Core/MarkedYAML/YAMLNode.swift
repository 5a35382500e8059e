/// A piece of a YAML document that knows where it was written.
///
/// A tree of these nodes is what configuration files are read into: every check made later can point at the line and
/// column it speaks of. Scalars are kept as the text they were written with; what a scalar means (a number, a switch,
/// nothing at all) is for the reader of the file to say, helped by ``isNull`` and by `isPlain`, which tells `true`
/// from `"true"`.
public struct YAMLNode: Sendable, Equatable {
    /// What a node holds.
    public enum Content: Sendable, Equatable {
        /// Text. `isPlain` is false if it was quoted or written as a block (`|`, `>`), and such text is always text.
        case scalar(text: String, isPlain: Bool)
        /// A list, in the order written.
        case sequence([YAMLNode])
        /// Keys and values, in the order written. No two scalar keys have the same text.
        case mapping([YAMLPair])
    }

    /// What the node holds.
    public var content: Content
    private var storedLine: Int32
    private var storedColumn: Int32

    /// A node with its place.
    ///
    /// - Parameters:
    ///   - content: what the node holds.
    ///   - line: the line it starts on; the first is 1.
    ///   - column: the column it starts at, in Unicode scalars; the first is 1.
    public init(_ content: Content, line: Int, column: Int) {
        self.content = content
        storedLine = Int32(clamping: line)
        storedColumn = Int32(clamping: column)
    }

    /// The line the node starts on; the first line of a text is 1.
    ///
    /// A node reached through an alias (`*name`) is where its anchor (`&name`) stands.
    public var line: Int { Int(storedLine) }

    /// The column the node starts at, counted in Unicode scalars; the first column of a line is 1.
    public var column: Int { Int(storedColumn) }
}

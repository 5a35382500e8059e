import ExperimentsSupport
import MarkedYAML

/// The reason why a theme cannot be used, and the place of the mistake.
public struct ThemeProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The path of the file, or the name of a built-in theme.
    public var source: String

    /// What is wrong and what was expected.
    public var message: String

    /// The line, from 1; nil if the problem has no place in a text.
    public var line: Int?

    /// The column, from 1, in Unicode scalars; nil if the problem has no place in a text.
    public var column: Int?

    /// Creates a problem, with its place if it has one.
    public init(_ message: String, in source: String, line: Int? = nil, column: Int? = nil) {
        self.source = source
        self.message = message
        self.line = line
        self.column = column
    }

    init(_ message: String, in source: String, at node: YAMLNode) {
        self.init(message, in: source, line: node.line, column: node.column)
    }

    package var place: ErrorPlace? { ErrorPlace(file: source, line: line, column: column) }

    /// `source:line:column: message`.
    public var description: String { ErrorReport(self).headline }
}

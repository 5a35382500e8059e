import ExperimentsSupport

/// The reason why a text is not the expected YAML, and the place of the mistake.
public struct YAMLProblem: Error, Sendable, Equatable, CustomStringConvertible, OperatorError {
    /// What is wrong and what was expected: one line, without the place.
    public var message: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, counted in Unicode scalars.
    public var column: Int

    /// Creates a problem at a place.
    public init(_ message: String, line: Int, column: Int) {
        self.message = message
        self.line = line
        self.column = column
    }

    /// Creates a problem at the place of a node.
    public init(_ message: String, at node: YAMLNode) {
        self.init(message, line: node.line, column: node.column)
    }

    package var place: ErrorPlace? { ErrorPlace(line: line, column: column) }

    /// `line:column: message`.
    public var description: String { "\(line):\(column): \(message)" }
}

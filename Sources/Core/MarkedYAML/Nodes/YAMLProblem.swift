import ExperimentsSupport

/// The reason why a text is not the expected YAML, and the place of the mistake.
package struct YAMLProblem: Error, Sendable, Equatable, CustomStringConvertible, OperatorError {
    /// What is wrong and what was expected: one line, without the place.
    package var message: String
    /// The line, from 1.
    package var line: Int
    /// The column, from 1, counted in Unicode scalars.
    package var column: Int

    /// Creates a problem at a place.
    package init(_ message: String, line: Int, column: Int) {
        self.message = message
        self.line = line
        self.column = column
    }

    /// Creates a problem at the place of a node.
    package init(_ message: String, at node: YAMLNode) {
        self.init(message, line: node.line, column: node.column)
    }

    package var place: ErrorPlace? { ErrorPlace(line: line, column: column) }

    /// `line:column: message`.
    package var description: String { "\(line):\(column): \(message)" }
}

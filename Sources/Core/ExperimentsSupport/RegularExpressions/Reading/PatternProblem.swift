/// The reason why a text is not a regular expression of its dialect.
package struct PatternProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong, and what to write instead.
    package let message: String
    /// The place, as a number from the start: of characters in a filter, otherwise of Unicode scalars.
    package let offset: Int

    /// `this ( has no ) at character 3`.
    package var description: String { "\(message) at character \(offset + 1)" }
}

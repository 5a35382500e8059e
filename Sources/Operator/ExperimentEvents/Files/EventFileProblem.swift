import ExperimentsSupport

/// The problem with a file of events.
package struct EventFileProblem: Error, Sendable, Hashable, OperatorError {
    /// The file, as messages write it.
    package var file: String?
    /// The line, from 1.
    package var line: Int?
    /// The column, from 1, in bytes.
    package var column: Int?
    /// What becomes of the row.
    package var outcome = EventOutcome.invalid
    package let message: String
    package let advice: String?

    package init(_ message: String, line: Int? = nil, column: Int? = nil, advice: String? = nil) {
        (self.message, self.line, self.column, self.advice) = (message, line, column, advice)
    }

    package var place: ErrorPlace? { ErrorPlace(file: file, line: line, column: column) }
}

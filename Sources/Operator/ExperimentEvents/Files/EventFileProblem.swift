import ExperimentsSupport

/// What is wrong in a file of events.
package struct EventFileProblem: Error, Sendable, Hashable, OperatorError {
    /// The file, as messages write it.
    package var file: String?
    /// The line, from 1.
    package var line: Int?
    package let message: String
    package let advice: String?

    package init(_ message: String, line: Int? = nil, advice: String? = nil) {
        (self.message, self.line, self.advice) = (message, line, advice)
    }

    package var place: ErrorPlace? { ErrorPlace(file: file, line: line) }
}

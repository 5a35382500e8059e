/// An error that is shown to the person who runs a program: on a terminal, in the dashboard or as JSON.
///
/// An error type conforms where it is declared, so that no code needs a list of error types. A type with a
/// `description` needs nothing else. To give more details, implement the requirements that have defaults. `ErrorReport`
/// creates text and JSON from any conforming error.
package protocol OperatorError: Error {
    /// The problem, in one line, without the location.
    var message: String { get }
    /// The message, together with the thing that it refers to if the message does not name it.
    var sentence: String { get }
    /// The location of the mistake; nil if it is not known, or if the message names it.
    var place: ErrorPlace? { get }
    /// Lines that show the place, such as a line of a file with a caret under it, not indented; nil if there are none.
    var excerpt: String? { get }
    /// The advice: either a clause that starts in lower case and follows the message, or sentences, which are printed
    /// on separate lines; nil if there is none.
    var advice: String? { get }
    /// Further members of the JSON document.
    var details: JSONObject { get }
    /// The errors that make up this one, each shown separately; empty for a single error.
    var parts: [any OperatorError] { get }
}

extension OperatorError {
    package var sentence: String { message }
    package var place: ErrorPlace? { nil }
    package var excerpt: String? { nil }
    package var advice: String? { nil }
    package var details: JSONObject { JSONObject() }
    package var parts: [any OperatorError] { [] }

    /// Whether it is not known if a change was made, because the response was lost.
    package var leavesOutcomeUnknown: Bool { details["outcome"] == Self.unknownOutcome["outcome"] }

    /// The details of an error that leaves the outcome unknown.
    package static var unknownOutcome: JSONObject {
        JSONObject(distinct: [.init(name: "outcome", value: "unknown")])
    }
}

extension OperatorError where Self: CustomStringConvertible {
    package var message: String { description }
}

/// The place of an error: a file, and, if its content is wrong, a line and a column.
package struct ErrorPlace: Sendable, Hashable, CustomStringConvertible {
    /// The path of the file, as messages show it; nil for a string that is not in a file.
    package var file: String?
    /// The line, from 1.
    package var line: Int?
    /// The column, from 1.
    package var column: Int?

    package init(file: String? = nil, line: Int? = nil, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column`, as far as they are known.
    package var description: String {
        ([file] + [line, column].map { $0.map(String.init) }).compactMap(\.self).joined(separator: ":")
    }
}

/// An error that has only a message and advice.
package struct MessageError: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problem, in one line.
    package let message: String
    /// The advice; nil if there is none.
    package let advice: String?

    package init(_ message: String, advice: String? = nil) {
        self.message = message
        self.advice = advice
    }

    /// The message.
    package var description: String { message }
}

/// An error that is told to the person who runs a program: on a terminal, in the dashboard or as JSON.
///
/// An error type conforms where it is declared, and nobody has to know which types there are. A type with a
/// `description` needs nothing else; what more is known of the error is told by overriding a default. `ErrorReport` makes
/// text and JSON of any of them.
package protocol OperatorError: Error {
    /// What is wrong, in one line, without the place.
    var message: String { get }
    /// The message together with the thing that it speaks of, where the message does not name it; else the message.
    var sentence: String { get }
    /// Where it is wrong; nil where that is not known, or where the message says so.
    var place: ErrorPlace? { get }
    /// Lines that show the place, such as a line of a file with a caret under it, not indented; nil for none.
    var excerpt: String? { get }
    /// What to do about it: a clause in small letters, which follows the message, or sentences, which get lines of their
    /// own; nil where there is nothing to say.
    var advice: String? { get }
    /// What else JSON says of it.
    var details: JSONObject { get }
    /// The errors that this one is made of, each told by itself; none for an error that is one.
    var parts: [any OperatorError] { get }
}

extension OperatorError {
    package var sentence: String { message }
    package var place: ErrorPlace? { nil }
    package var excerpt: String? { nil }
    package var advice: String? { nil }
    package var details: JSONObject { JSONObject() }
    package var parts: [any OperatorError] { [] }
}

extension OperatorError where Self: CustomStringConvertible {
    package var message: String { description }
}

/// Where an error is: a file, and where the content is at fault, a place in it.
package struct ErrorPlace: Sendable, Hashable, CustomStringConvertible {
    /// The file, as messages write it; nil for a text that is in no file.
    package var file: String?
    /// The line, from 1.
    package var line: Int?
    /// The column, from 1.
    package var column: Int?

    package init(file: String? = nil, line: Int? = nil, column: Int? = nil) {
        (self.file, self.line, self.column) = (file, line, column)
    }

    /// `file:line:column`, as far as they are known.
    package var description: String {
        ([file] + [line, column].map { $0.map(String.init) }).compactMap(\.self).joined(separator: ":")
    }
}

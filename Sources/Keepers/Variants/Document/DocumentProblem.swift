import ExperimentsCore

/// One thing that is wrong, or odd, about a document of flags and variants.
public struct DocumentProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// Where in the document; empty for the document as a whole.
    public let path: DocumentPath
    /// What is wrong, for example `expected text, found a number`.
    public let message: String
    /// What to do about it, where there is something to say.
    public let advice: String?
    /// The document, as messages name it, where it has a name.
    public private(set) var source: String?
    /// The line, from 1, where it is known.
    public private(set) var line: Int?
    /// The column, from 1, in bytes, where it is known.
    public private(set) var column: Int?

    /// A problem at a path.
    public init(_ path: DocumentPath, _ message: String, advice: String? = nil) {
        self.path = path
        self.message = message
        self.advice = advice
    }

    /// The same problem with its place in a text.
    func placed(in source: String?, line: Int?, column: Int?) -> DocumentProblem {
        var problem = self
        (problem.source, problem.line, problem.column) = (source, line, column)
        return problem
    }

    package var sentence: String { (path.steps.isEmpty ? "" : "\(path): ") + message }

    package var place: ErrorPlace? {
        source == nil && line == nil ? nil : ErrorPlace(file: source, line: line, column: column)
    }

    package var details: JSONObject {
        var members = JSONObject()
        members["path"] = .string(path.description)
        return members
    }

    /// `file:line:column: path: message; advice`, as far as each is known.
    public var description: String { ErrorReport(self).headline }
}

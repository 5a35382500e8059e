import ExperimentsCore

/// A mistake in a document of flags and variants, or a warning about it.
public struct DocumentProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The path in the document; empty for the document as a whole.
    public let path: DocumentPath
    /// The problem, for example `expected text, found a number`.
    public let message: String
    /// A next step, if one is known.
    public let advice: String?
    /// The name of the document in messages, if it has one.
    public private(set) var source: String?
    /// The line, from 1, if it is known.
    public private(set) var line: Int?
    /// The column, from 1 and in bytes, if it is known.
    public private(set) var column: Int?

    /// Creates a problem at a path.
    public init(_ path: DocumentPath, _ message: String, advice: String? = nil) {
        self.path = path
        self.message = message
        self.advice = advice
    }

    /// Returns the same problem with its place in a string.
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

    /// `file:line:column: path: message; advice`, as far as they are known.
    public var description: String { ErrorReport(self).headline }
}

/// All mistakes in a document of flags and variants, in the order of the document. Nothing of the document was used.
public struct DocumentProblems: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problems; at least one.
    public let problems: [DocumentProblem]

    /// Creates an error from its problems.
    public init(_ problems: [DocumentProblem]) {
        self.problems = problems
    }

    package var message: String { problems.first?.message ?? "the document cannot be read" }

    package var parts: [any OperatorError] { problems }

    /// The problems, each on a separate line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// Collects the mistakes and warnings of a document, so that all of them are reported at once.
struct ProblemList {
    /// The mistakes that make the document invalid.
    private(set) var problems: [DocumentProblem] = []
    /// The warnings about a document that is accepted.
    private(set) var oddities: [DocumentProblem] = []

    init() {}

    /// Creates a list from the faults that a decoder found.
    init(_ faults: [DocumentFault]) {
        for fault in faults { add(fault) }
    }

    mutating func add(_ fault: DocumentFault) {
        let problem = DocumentProblem(fault.path, fault.message, advice: fault.advice)
        switch fault.severity {
        case .error: problems.append(problem)
        case .oddity: oddities.append(problem)
        }
    }

    mutating func refuse(_ path: DocumentPath, _ message: String, advice: String? = nil) {
        add(DocumentFault(path, message, advice: advice))
    }

    mutating func remark(_ path: DocumentPath, _ message: String, advice: String? = nil) {
        add(DocumentFault(path, message, advice: advice, severity: .oddity))
    }
}

/// The reason why a document of overrides cannot be read.
public struct OverrideDocumentProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong, and what was expected.
    public let message: String
    /// The line of the mistake, from 1, if it has a place.
    public let line: Int?
    /// The column of the mistake, from 1 and in bytes, if it has a place.
    public let column: Int?
    /// What to do about it.
    public let advice: String?

    private static let usualAdvice = "mend the file or move it away; it is left as it is"
    static let newerVersionAdvice = "use a newer version of this program; the file is left as it is"

    init(notJSON problem: JSONProblem) {
        message = "not JSON: \(problem.message)"
        (line, column, advice) = (problem.line, problem.column, Self.usualAdvice)
    }

    /// Creates the problem from the first fault that a decoder found in `bytes`, which are known to be valid JSON.
    init(_ fault: DocumentFault, in bytes: [UInt8]) {
        let path = fault.path.steps.isEmpty ? "" : "\(fault.path): "
        message = path + fault.message + (fault.advice.map { "; " + $0 } ?? "")
        (line, column) = JSONPlaces(bytes).place(of: fault.path)
        advice = fault.rule == OverrideReader.newerVersion ? Self.newerVersionAdvice : Self.usualAdvice
    }

    /// Creates the problem of overrides for apps that cannot be read, while those for everyone can.
    init(apps fault: DocumentFault, in bytes: [UInt8]) {
        message = "overrides for apps: \(fault.path): \(fault.message)" + (fault.advice.map { "; " + $0 } ?? "")
        (line, column) = JSONPlaces(bytes).place(of: fault.path)
        advice = "mend the member \"apps\" of the overrides file; it is left as it is"
    }

    package var place: ErrorPlace? { line == nil ? nil : ErrorPlace(line: line, column: column) }

    /// `message at line 3, column 7`.
    public var description: String {
        guard let line, let column else { return message }
        return "\(message) at line \(line), column \(column)"
    }
}

extension FileProblem {
    /// Creates the problem of the file at `path`, which is not a document of overrides.
    ///
    /// - Parameter advice: what to do, if it is something other than for an overrides file.
    package init(_ path: String, _ problem: OverrideDocumentProblem, advice: String? = nil) {
        self.init(
            path: path, message: problem.message, line: problem.line, column: problem.column,
            advice: advice ?? problem.advice)
    }
}

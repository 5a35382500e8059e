/// The reason why a document of overrides cannot be read.
public struct OverrideDocumentProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, and what was expected.
    public let message: String
    /// The line of the mistake, from 1, if it has a place.
    public let line: Int?
    /// The column of the mistake, from 1 and in bytes, if it has a place.
    public let column: Int?
    /// What to do about it.
    public let advice: String?

    static let newerVersionAdvice = "use a newer version of this program; the file is left as it is"

    private init(_ message: String, place: (line: Int, column: Int)?, advice: String?) {
        (self.message, self.line, self.column, self.advice) = (message, place?.line, place?.column, advice)
    }

    init(notJSON problem: JSONProblem) {
        self.init(
            "not JSON: \(problem.message)", place: (problem.line, problem.column), advice: Misfit.usualAdvice)
    }

    init(_ misfit: Misfit, in bytes: [UInt8]) {
        self.init(misfit.message, place: JSONProblem.place(of: misfit.path, in: bytes), advice: misfit.advice)
    }

    /// `message at line 3, column 7`.
    public var description: String {
        guard let line, let column else { return message }
        return "\(message) at line \(line), column \(column)"
    }

    /// A part of a well-written document that does not say what it should.
    struct Misfit: Error {
        static let usualAdvice = "mend the file or move it away; it is left as it is"

        let message: String
        let path: [String]
        let advice: String

        init(_ message: String, at path: [String], advice: String = usualAdvice) {
            (self.message, self.path, self.advice) = (message, path, advice)
        }
    }
}

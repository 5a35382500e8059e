/// What is wrong with a template, and where.
public struct TemplateProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The names of the members that lead to the one at fault; empty for the document itself.
    public let path: [String]
    /// What is wrong and what was expected.
    public let message: String
    /// The line, from 1, of a text that is not JSON.
    public let line: Int?
    /// The column, from 1, of a text that is not JSON.
    public let column: Int?

    /// A problem with the member that `path` leads to.
    public init(path: [String], _ message: String, line: Int? = nil, column: Int? = nil) {
        self.path = path
        self.message = message
        self.line = line
        self.column = column
    }

    /// `parameters.color.defaultValue must be an object, found string`.
    public var description: String {
        let place = path.isEmpty ? "the template" : path.joined(separator: ".")
        let position = line.map { " at line \($0), column \(column ?? 1)" } ?? ""
        return "\(place) \(message)\(position)"
    }
}

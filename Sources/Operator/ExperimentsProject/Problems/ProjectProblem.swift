import ExperimentsCore

/// One thing that is wrong in a project file.
public struct ProjectProblem: Sendable, Hashable {
    /// What is wrong and what was expected: one line, without the place.
    public var message: String
    /// The field, as a path from the top of the file: `keys[2].title`, counted from 0; nil for the file as a whole.
    public var field: String?
    /// The line, from 1; nil where the file could not be read at all.
    public var line: Int?
    /// The column, from 1, in Unicode scalars.
    public var column: Int?

    /// A problem.
    public init(_ message: String, field: String? = nil, line: Int? = nil, column: Int? = nil) {
        self.message = message
        self.field = field
        self.line = line
        self.column = column
    }

    init(_ fault: DocumentFault) {
        self.init(
            fault.message, field: fault.path.description, line: fault.location?.line, column: fault.location?.column)
    }

    /// Faults by their places in the file.
    static func inOrder(_ faults: [DocumentFault]) -> [ProjectProblem] {
        faults.enumerated().sorted { first, second in
            let (a, b) = (first.element.location, second.element.location)
            return (a?.line ?? 0, a?.column ?? 0, first.offset) < (b?.line ?? 0, b?.column ?? 0, second.offset)
        }.map { ProjectProblem($0.element) }
    }
}

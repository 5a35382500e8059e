import ExperimentsCore
import ExperimentsYAML

/// All mistakes in a project file.
public struct ProjectProblems: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The path of the file, as messages show it.
    public let file: String
    /// The problems, in the order of their places; at least one.
    public let problems: [ProjectProblem]
    private let excerpts: [String?]

    package init(file: String, _ problems: [ProjectProblem], text: String) {
        self.file = file
        self.problems = problems
        let lines = SecretLines(text)
        excerpts = problems.prefix(ErrorReport.shownParts).map { problem in
            guard let line = problem.line, let column = problem.column else { return nil }
            return lines.excerpt(line: line, column: column)
        }
    }

    package init(_ file: String, _ problem: FileProblem) {
        let message = problem.message + (problem.advice.map { "; " + $0 } ?? "")
        self.init(file: file, [ProjectProblem(message, line: problem.line, column: problem.column)], text: "")
    }

    /// Each problem as `file:line:column: message`, with the line and a caret under the place.
    ///
    /// It never contains the text of a secret.
    public var description: String { ErrorReport(self).text() }

    package var message: String { problems.first?.message ?? "the project file cannot be read" }

    package var place: ErrorPlace? { ErrorPlace(file: file) }

    package var parts: [any OperatorError] {
        problems.enumerated().map { index, problem in
            Part(
                problem: problem, file: file,
                excerpt: excerpts.indices.contains(index) ? excerpts[index] : nil)
        }
    }

    /// A problem with its place, as far as it is known.
    private struct Part: OperatorError {
        let problem: ProjectProblem
        let file: String
        let excerpt: String?

        var message: String { problem.message }
        var place: ErrorPlace? { ErrorPlace(file: file, line: problem.line, column: problem.column) }

        var details: JSONObject {
            var members = JSONObject()
            members["field"] = problem.field.map(JSONValue.string)
            return members
        }
    }
}

/// A mistake in a project file.
public struct ProjectProblem: Sendable, Hashable {
    /// The problem and the expected text on one line, without the place.
    public var message: String
    /// The field, as a path from the top of the file, for example `keys[2].title`, counted from 0; nil for the file as
    /// a whole.
    public var field: String?
    /// The line, from 1; nil if the file could not be read at all.
    public var line: Int?
    /// The column, from 1, in Unicode scalars.
    public var column: Int?

    /// Creates a problem.
    public init(_ message: String, field: String? = nil, line: Int? = nil, column: Int? = nil) {
        self.message = message
        self.field = field
        self.line = line
        self.column = column
    }

    init(_ fault: DocumentFault) {
        self.init(
            fault.message, field: fault.path.description, line: fault.location?.line,
            column: fault.location?.column)
    }

    /// Returns faults as problems, in the order of their places in the file.
    package static func inOrder(_ faults: [DocumentFault]) -> [ProjectProblem] {
        faults.enumerated().sorted { first, second in
            let (a, b) = (first.element.location, second.element.location)
            return (a?.line ?? 0, a?.column ?? 0, first.offset) < (
                b?.line ?? 0, b?.column ?? 0, second.offset
            )
        }.map { ProjectProblem($0.element) }
    }
}

/// Reads the values of a project file, and collects their problems.
package typealias ProjectDecoder = DocumentDecoder<YAMLNode>

/// The names of the values of a project file in messages: `'title' of key 'paywall_type'`. They are computed only for a
/// message.
package struct ProjectNames: Sendable {
    private let root: YAMLNode?

    /// Creates the names of the values below `root`.
    package init(root: YAMLNode?) { self.root = root }

    /// Returns what messages call the value at a path.
    package func subject(of path: DocumentPath) -> String {
        var steps = path.steps[...]
        let owner = owner(&steps)
        guard !steps.isEmpty else { return owner ?? "" }
        let field = "`\(DocumentPath(Array(steps)))`"
        return owner.map { "\(field) of \($0)" } ?? field
    }

    /// Returns the record of a path, which is removed from the path; nil at the top of the file.
    private func owner(_ steps: inout ArraySlice<DocumentPath.Step>) -> String? {
        guard case .member(let list)? = steps.first else { return nil }
        switch (list, steps.dropFirst().first) {
        case ("keys", .element(let index)):
            steps = steps.dropFirst(2)
            return item(index, of: list).flatMap(Self.name).map { "key \"\($0)\"" } ?? "key \(index + 1)"
        case ("sources", .element(let index)), ("experiments", .element(let index)),
            ("metrics", .element(let index)),
            ("rollouts", .element(let index)):
            steps = steps.dropFirst(2)
            // The lists are named after their items.
            let noun = list.dropLast()
            return item(index, of: list).flatMap(Self.name).map { "\(noun) \"\($0)\"" }
                ?? "\(noun) \(index + 1)"
        case ("source", _):
            steps = steps.dropFirst()
            return root?[list].flatMap(Self.name).map { "source \"\($0)\"" } ?? "the source"
        case ("notify", .member), ("serve", .member), ("mcp", .member):
            steps = steps.dropFirst()
            return list
        case ("personas", .member(let name)), ("commands", .member(let name)):
            steps = steps.dropFirst(2)
            return "\(list.dropLast()) \"\(name)\""
        default: return nil
        }
    }

    private func item(_ index: Int, of list: String) -> YAMLNode? {
        guard let items = root?[list]?.items, items.indices.contains(index) else { return nil }
        return items[index]
    }

    private static func name(of record: YAMLNode) -> String? {
        record["name"]?.textValue.flatMap { $0.isEmpty ? nil : $0 }
    }
}

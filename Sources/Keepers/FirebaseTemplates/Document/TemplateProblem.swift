import ExperimentsCore

/// A problem with a template, and its place.
public struct TemplateProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The severity of a problem.
    public enum Severity: String, Sendable, Hashable {
        /// The service refuses such a template, or it cannot be read at all.
        case error
        /// The service accepts it, but it is probably a mistake.
        case warning
    }

    /// How a message refers to the path.
    public enum Kind: Sendable, Hashable {
        /// The rest of a sentence that begins with the path, such as `is declared a second time`.
        case predicate
        /// A complete message, which follows the path and a colon, such as `expected an object, found "red"`.
        case statement
    }

    /// The path of the wrong member; empty for the document itself.
    public let path: DocumentPath
    /// The problem, and what was expected.
    public let message: String
    /// How the message refers to the path.
    public let kind: Kind
    /// The rule that it breaks; nil for a document that cannot be read.
    public var rule: TemplateRule?
    /// Whether the service would refuse the template, or the problem is only a warning.
    public var severity = Severity.error
    /// A next step, if one is known.
    public var advice: String?
    /// For expressions: the text, with a caret below the position, on two lines.
    public var excerpt: String?
    /// The path of the file that was read, as messages show it, if it is known.
    public package(set) var file: String?
    /// The line, from 1, if the text of the document is known.
    public internal(set) var line: Int?
    /// The column, from 1 and in bytes, if the text of the document is known.
    public internal(set) var column: Int?

    /// Creates a problem with the member at `path`.
    public init(
        path: DocumentPath, _ message: String, kind: Kind = .predicate, rule: TemplateRule? = nil,
        severity: Severity = .error,
        advice: String? = nil, excerpt: String? = nil, line: Int? = nil, column: Int? = nil
    ) {
        self.path = path
        self.message = message
        self.kind = kind
        self.rule = rule
        self.severity = severity
        self.advice = advice
        self.excerpt = excerpt
        self.line = line
        self.column = column
    }

    /// Creates a problem from one of a decoder.
    init(_ fault: DocumentFault) {
        self.init(
            path: fault.path, fault.message, kind: fault.form == .statement ? .statement : .predicate,
            rule: fault.rule.flatMap(TemplateRule.init) ?? .shape,
            severity: fault.severity == .error ? .error : .warning, advice: fault.advice)
    }

    /// `parameters.color.defaultValue: expected an object, found "red"`, without line, column and advice.
    public var summary: String {
        let subject = path.steps.isEmpty ? "the template" : path.description
        return subject + (kind == .statement ? ": " : " ") + message
    }

    /// The parameter that it is about; nil if it is about something else.
    package var parameterKey: String? { TemplatePlace(path.steps)?.key }

    /// The summary, with the name of the parameter, the condition or the group in place of its path in the document:
    /// `trial_days: the default …`.
    package var shortSummary: String {
        let steps = path.steps
        guard let place = TemplatePlace(steps) else { return summary }
        return place.description + (kind == .statement ? ": " : " ") + message
    }

    /// The summary, with line and column if they are known, and the advice.
    public var description: String {
        let position = line.map { " at line \($0), column \(column ?? 1)" } ?? ""
        return summary + position + (advice.map { "; " + $0 } ?? "")
    }

    package var sentence: String {
        summary + (rule.map { $0 == .shape ? "" : " (\($0.rawValue))" } ?? "")
    }

    package var place: ErrorPlace? { ErrorPlace(file: file, line: line, column: column) }

    package var details: JSONObject {
        var members = JSONObject()
        members["severity"] = .string(severity.rawValue)
        members["rule"] = rule.map { .string($0.rawValue) }
        members["path"] = .string(path.description)
        members["excerpt"] = excerpt.map(JSONValue.string)
        return members
    }

    /// The part of a problem that is the same in another version. Places move with the conditions.
    var identity: [String] { [rule?.rawValue ?? "", message, excerpt ?? ""] }

    /// Returns the same problem, with the name of the file.
    package func found(in file: String) -> TemplateProblem {
        var problem = self
        problem.file = file
        return problem
    }

    /// Returns the same problem with its location in the text of the document.
    func placed(in places: JSONPlaces) -> TemplateProblem {
        guard line == nil else { return self }
        var problem = self
        (problem.line, problem.column) = places.place(of: path)
        return problem
    }
}

/// All problems with a template.
public struct TemplateProblems: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problems; at least one.
    public let problems: [TemplateProblem]
    private let file: String?

    /// Creates an error from problems.
    ///
    /// - Parameters:
    ///   - problems: the problems.
    ///   - file: the path of the file that was read, as messages show it; nil if there was none.
    public init(_ problems: [TemplateProblem], in file: String? = nil) {
        self.problems = file.map { file in problems.map { $0.found(in: file) } } ?? problems
        self.file = file
    }

    /// The problems, each on a separate line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }

    package var message: String { problems.first?.summary ?? "the template cannot be read" }

    package var place: ErrorPlace? { file.map { ErrorPlace(file: $0) } }

    package var parts: [any OperatorError] { problems }
}

extension Sequence<TemplateProblem> {
    /// Returns the problems, of which those that are already known are warnings.
    package func excusing(_ known: some Sequence<TemplateProblem>) -> [TemplateProblem] {
        var counts: [[String]: Int] = [:]
        for problem in known { counts[problem.identity, default: 0] += 1 }
        return map { problem in
            guard let count = counts[problem.identity], count > 0 else { return problem }
            counts[problem.identity] = count - 1
            guard problem.severity == .error else { return problem }
            var excused = problem
            excused.severity = .warning
            return excused
        }
    }

    /// Returns the problems with their places in `bytes`, the text of the document, in the order of the text.
    public func placed(in bytes: [UInt8]) -> [TemplateProblem] {
        let problems = Array(self)
        guard problems.contains(where: { $0.line == nil }) else { return problems }
        let places = JSONPlaces(bytes)
        return problems.map { $0.placed(in: places) }.sorted {
            ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0)
        }
    }
}

import ExperimentsSupport
import MarkedYAML

/// The problems found so far in a project file, and the sentences they are said in.
struct ProblemCollector {
    private var problems: [ProjectProblem] = []

    var isEmpty: Bool { problems.isEmpty }

    /// The problems by their place in the file.
    var inOrder: [ProjectProblem] {
        problems.enumerated().sorted { first, second in
            let (a, b) = (first.element, second.element)
            return (a.line ?? 0, a.column ?? 0, first.offset) < (b.line ?? 0, b.column ?? 0, second.offset)
        }.map(\.element)
    }

    mutating func add(_ message: String, field: String? = nil, line: Int, column: Int) {
        problems.append(ProjectProblem(message, field: field, line: line, column: column))
    }

    mutating func add(_ message: String, at node: YAMLNode, _ field: FieldPath) {
        add(message, field: field.description, line: node.line, column: node.column)
    }

    /// A field that the record does not have.
    ///
    /// - Returns: the field that was probably meant; that one is then not missing.
    @discardableResult
    mutating func addUnknown(
        _ key: YAMLNode, in record: RecordName, known: [String], _ field: FieldPath
    ) -> String? {
        guard let name = key.text else {
            add("expected the name of a field, found \(key.kindName)", at: key, field)
            return nil
        }
        let hint = Self.hint(for: name, among: known)
        let place = record.place.map { " in \($0)" } ?? ""
        add("unknown field '\(name)'\(place) \(hint)", at: key, field.appending(name))
        return SpellingSuggestion.nearest(to: name, in: known)
    }

    /// A field whose value is not of the kind it must be.
    mutating func addWrong(
        _ name: String, of record: RecordName, mustBe expected: String, _ node: YAMLNode, _ field: FieldPath
    ) {
        add("\(record.possessive(name)) must be \(expected), found \(node.found)", at: node, field.appending(name))
    }

    /// A field whose value is of the right kind but not right.
    mutating func addWrong(
        _ name: String, of record: RecordName, _ reason: String, _ node: YAMLNode, _ field: FieldPath
    ) {
        add("\(record.possessive(name)) \(reason)", at: node, field.appending(name))
    }

    /// The nearest name in brackets, or all of them where none is near.
    static func hint(for name: String, among known: [String]) -> String {
        if let near = SpellingSuggestion.nearest(to: name, in: known) { return "(did you mean '\(near)'?)" }
        return "(known: \(known.joined(separator: ", ")))"
    }
}

extension YAMLNode {
    /// What stands there, in the words of an error: a short scalar is quoted.
    var found: String {
        if items?.isEmpty == true { return "an empty list" }
        if pairs?.isEmpty == true { return "an empty mapping" }
        guard let text, !isNull else { return kindName }
        let shown = text.count > 40 ? text.prefix(39) + "…" : Substring(text)
        return "'" + String(shown.map { $0.isNewline ? " " : $0 }) + "'"
    }
}

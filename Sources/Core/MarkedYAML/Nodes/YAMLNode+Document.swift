import ExperimentsSupport

extension YAMLNode: DocumentNode {
    @usableFromInline package static var terms: DocumentTerms { .yaml }

    @usableFromInline package var isNothing: Bool { isNull }

    @usableFromInline package var textValue: String? { isNull ? nil : text }

    @usableFromInline package var truthValue: Bool? {
        switch plainText {
        case "true": true
        case "false": false
        default: nil
        }
    }

    @usableFromInline package var numberValue: Double? {
        plainText.flatMap(NumberText.json(ofYAML:)).flatMap(NumberText.double)
    }

    /// Whether it is a number, by the core schema of YAML 1.2.
    package var isNumber: Bool { plainText.flatMap(NumberText.json(ofYAML:)) != nil }

    @usableFromInline package var listValue: [YAMLNode]? { items }

    @usableFromInline package var memberValues: [YAMLPair]? { pairs }

    /// A scalar as it is written, cut where it is long; else what it is: `a list`, `an empty mapping`, `nothing`.
    @usableFromInline package var found: String {
        if items?.isEmpty == true { return "an empty list" }
        if pairs?.isEmpty == true { return "an empty mapping" }
        guard let text, !isNull else { return kindName }
        let shown = text.count > 40 ? text.prefix(39) + "…" : Substring(text)
        return "'" + String(shown.map { $0.isNewline ? " " : $0 }) + "'"
    }

    @usableFromInline package var location: DocumentLocation? { DocumentLocation(line: line, column: column) }

    @usableFromInline package static func name(of member: YAMLPair) -> String? { member.key.text }
    @usableFromInline package static func location(of member: YAMLPair) -> DocumentLocation? { member.key.location }
    @usableFromInline package static func foundName(of member: YAMLPair) -> String { member.key.found }
    @usableFromInline package static func value(of member: YAMLPair) -> YAMLNode { member.value }
}

extension DocumentDecoder where Node == YAMLNode {
    /// Notes a mistake that was found below the value at the path, or at a member of it.
    package mutating func add(_ problem: YAMLProblem, at name: String? = nil) {
        refuse(problem.message, at: name, location: DocumentLocation(line: problem.line, column: problem.column))
    }
}

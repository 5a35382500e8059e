import ExperimentsCore
import FirebaseTemplates

/// Prints what differs between two templates.
struct DifferencePrinter {
    private let isJSON: Bool
    private let style: PlainText

    init(_ options: GlobalOptions) {
        isJSON = options.json
        style = PlainText(options.settings)
    }

    func print(_ difference: TemplateDifference) throws(CommandProblem) {
        if isJSON { return try StandardOutput.line(DifferenceDocument(difference).json.prettyText) }
        try StandardOutput.write(text(difference))
    }

    /// A line for each change and each thing that differs.
    func text(_ difference: TemplateDifference) -> String {
        guard !difference.isEmpty else { return "no difference\n" }
        return difference.changes.map { change in
            let ink: Ink =
                switch change.kind {
                case .added: .green
                case .removed: .red
                case .changed: .yellow
                }
            return change.lines.enumerated().map { index, line in
                style.shown(line, ink: index == 0 ? ink : .plain) + "\n"
            }.joined()
        }.joined()
    }
}

/// What differs between two templates, as JSON.
struct DifferenceDocument {
    /// The changes.
    let changes: JSONValue
    /// The document.
    var json: JSONValue { ["schema": .number(DocumentSchema.version), "changes": changes] }

    init(_ difference: TemplateDifference) {
        changes = .array(difference.changes.map(Self.json))
    }

    private static func json(_ change: TemplateChange) -> JSONValue {
        var members = JSONObject()
        let (kind, name) = Self.subject(change.subject)
        members["subject"] = .string(kind)
        members["name"] = name.map(JSONValue.string)
        members["change"] = .string(change.kind.rawValue)
        members["members"] = .array(
            change.details.map { detail in
                var members = JSONObject()
                members["name"] = .string(detail.name)
                members["old"] = detail.old ?? .null
                members["new"] = detail.new ?? .null
                return .object(members)
            })
        return .object(members)
    }

    static func subject(_ subject: TemplateChange.Subject) -> (kind: String, name: String?) {
        switch subject {
        case .condition(let name): ("condition", name)
        case .conditionOrder: ("condition-order", nil)
        case .parameter(let key): ("parameter", key)
        case .group(let name): ("group", name)
        case .member(let name): ("member", name)
        }
    }
}

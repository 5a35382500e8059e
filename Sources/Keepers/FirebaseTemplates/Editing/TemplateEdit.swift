import ExperimentsCore

/// A small change of a template, as an operator makes it.
///
/// An edit describes the wanted result, not the earlier state. A draft undoes an edit by applying the other edits to
/// its base again, so undoing is exact whatever the edit did.
public enum TemplateEdit: Sendable, Hashable {
    /// Sets the value of a parameter for a condition, or its default if `condition` is nil.
    case setValue(key: String, condition: String?, TemplateValue)
    /// Removes the value of a parameter for a condition, or its default if `condition` is nil.
    case removeValue(key: String, condition: String?)
    /// Adds a parameter, as the last one of its group.
    case addParameter(key: String, TemplateValue, type: TemplateParameter.ValueType, group: String?)
    /// Removes a parameter with all its values.
    case removeParameter(key: String)
    /// Gives a parameter another key.
    case renameParameter(key: String, to: String)
    /// Sets the type that a parameter's texts should have.
    case setType(key: String, TemplateParameter.ValueType)
    /// Sets the description of a parameter; nil for none.
    case describeParameter(key: String, String?)
    /// Moves a parameter to a group, which is created if necessary; nil for no group.
    case moveParameter(key: String, group: String?)
    /// Adds a condition at an index in the order of precedence; nil for the end.
    case addCondition(name: String, expression: String, index: Int?)
    /// Changes the expression of a condition.
    case setExpression(condition: String, String)
    /// Changes only the share of installations, in percent, in the expression of a condition.
    case setPercent(condition: String, String)
    /// Renames a condition, also in the parameters that refer to it.
    case renameCondition(name: String, to: String)
    /// Moves a condition to an index, from 0, in the order of precedence.
    case moveCondition(name: String, index: Int)
    /// Removes a condition, and every value for it.
    case removeCondition(name: String)
    /// Adds a group of parameters.
    case addGroup(name: String, description: String?)
    /// Sets the description of a group; nil for none.
    case describeGroup(name: String, String?)
    /// Removes a group. Its parameters stay, without a group.
    case removeGroup(name: String)
}

extension TemplateEdit: CustomStringConvertible {
    /// A short description of the edit: `set color when "ios" to "red"`. Texts from the template are in quotation marks
    /// if they could contain anything.
    public var description: String {
        switch self {
        case .setValue(let key, let condition, let value):
            "set \(key)\(Self.words(condition)) to \(value.summary)"
        case .removeValue(let key, nil): "remove the default of \(key)"
        case .removeValue(let key, let condition): "remove \(key)\(Self.words(condition))"
        case .addParameter(let key, let value, _, let group):
            "add \(key) as \(value.summary)" + (group.map { " in group \(Quotation.of($0))" } ?? "")
        case .removeParameter(let key): "remove \(key)"
        case .renameParameter(let key, let new): "rename \(key) to \(new)"
        case .setType(let key, let type): "make \(key) a \(type.rawValue.lowercased())"
        case .describeParameter(let key, let text): Self.words(describing: key, text)
        case .moveParameter(let key, let group):
            group.map { "list \(key) under \(Quotation.of($0))" } ?? "list \(key) under no group"
        case .addCondition(let name, let expression, _):
            "add condition \(Quotation.of(name)): \(VisibleText.of(expression))"
        case .setExpression(let name, let expression):
            "condition \(Quotation.of(name)): \(VisibleText.of(expression))"
        case .setPercent(let name, let percent): "condition \(Quotation.of(name)) for \(percent) %"
        case .renameCondition(let name, let new):
            "rename condition \(Quotation.of(name)) to \(Quotation.of(new))"
        case .moveCondition(let name, let index): "move condition \(Quotation.of(name)) to place \(index + 1)"
        case .removeCondition(let name): "remove condition \(Quotation.of(name))"
        case .addGroup(let name, _): "add group \(Quotation.of(name))"
        case .describeGroup(let name, let text): Self.words(describing: "group \(Quotation.of(name))", text)
        case .removeGroup(let name): "remove group \(Quotation.of(name))"
        }
    }

    private static func words(_ condition: String?) -> String {
        condition.map { " when \(Quotation.of($0))" } ?? ""
    }

    private static func words(describing subject: String, _ text: String?) -> String {
        text.map { "describe \(subject) as \(Quotation.of($0))" } ?? "remove the description of \(subject)"
    }
}

/// The reason why an edit cannot be applied. The template is unchanged.
public struct TemplateEditProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong and what was expected.
    public let message: String
    /// What to do about it, if there is something to say.
    public let advice: String?
    /// For expressions: the text, and below it a caret at the place, on two lines.
    public let excerpt: String?

    /// Creates a problem.
    public init(_ message: String, advice: String? = nil, excerpt: String? = nil) {
        (self.message, self.advice, self.excerpt) = (message, advice, excerpt)
    }

    /// A rule that the template would break.
    init(_ problem: TemplateProblem) {
        self.init(problem.summary, advice: problem.advice, excerpt: problem.excerpt)
    }

    /// The message and the advice.
    public var description: String { message + (advice.map { "; " + $0 } ?? "") }
}

extension TemplateEditProblem {
    static func noParameter(_ key: String, _ template: RemoteConfigTemplate) -> TemplateEditProblem {
        missing("parameter", key, among: template.parameters.map(\.key))
    }

    static func noCondition(_ name: String, _ template: RemoteConfigTemplate) -> TemplateEditProblem {
        missing("condition", name, among: template.conditions.map(\.name))
    }

    static func noGroup(_ name: String, _ template: RemoteConfigTemplate) -> TemplateEditProblem {
        missing("group", name, among: template.groups.map(\.name))
    }

    static func exists(_ kind: String, _ name: String) -> TemplateEditProblem {
        TemplateEditProblem("there is a \(kind) called \(Quotation.of(name)) already", advice: "choose another name")
    }

    private static func missing(_ kind: String, _ name: String, among names: [String]) -> TemplateEditProblem {
        TemplateEditProblem(
            "the template has no \(kind) called \(Quotation.of(name))",
            advice: SpellingSuggestion.nearest(to: name, in: names).map { "did you mean \(Quotation.of($0))?" })
    }
}

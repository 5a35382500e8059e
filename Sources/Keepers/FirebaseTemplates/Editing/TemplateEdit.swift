import ExperimentsCore

/// A small change of a template by an operator.
///
/// An edit describes the intended result, not the earlier state. A draft undoes an edit by applying the other edits to
/// its base again, so undoing is exact for every edit.
public enum TemplateEdit: Sendable, Hashable {
    /// Sets the value of a parameter for a condition, or its default if `condition` is nil.
    case setValue(key: String, condition: String?, TemplateValue)
    /// Removes the value of a parameter for a condition, or its default if `condition` is nil.
    case removeValue(key: String, condition: String?)
    /// Adds a parameter, as the last one of its group. Without a type, its strings may be anything.
    case addParameter(key: String, TemplateValue, type: TemplateParameter.ValueType?, group: String?)
    /// Removes a parameter with all its values.
    case removeParameter(key: String)
    /// Changes the key of a parameter.
    case renameParameter(key: String, to: String)
    /// Sets the type that a parameter's strings should have.
    case setType(key: String, TemplateParameter.ValueType)
    /// Sets the description of a parameter; nil for none.
    case describeParameter(key: String, String?)
    /// Moves a parameter to a group, which is created if necessary; nil for no group.
    case moveParameter(key: String, group: String?)
    /// Adds a condition at an index in the order of precedence; nil for the end. The color is for the Firebase console;
    /// nil for none.
    case addCondition(name: String, expression: String, index: Int?, color: String? = nil)
    /// Changes the expression of a condition.
    case setExpression(condition: String, String)
    /// Changes only the share of installations, in percent, in the expression of a condition.
    case setPercent(condition: String, String)
    /// Sets the color of a condition in lists; nil for none.
    case setColor(condition: String, ConditionColor?)
    /// Changes the share of users in a rollout, in percent, for every parameter that it decides.
    case setRollout(id: String, percent: String)
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
    /// Allows the following edits to end an experiment or a rollout. It changes nothing itself.
    case allowEnding(StudyReference)
}

extension TemplateEdit: CustomStringConvertible {
    /// A short description of the edit: `set color when "ios" to "red"`. Strings from the template are in quotation
    /// marks if they could contain anything.
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
        case .addCondition(let name, let expression, _, _):
            "add condition \(Quotation.of(name)): \(VisibleText.of(expression))"
        case .setExpression(let name, let expression):
            "condition \(Quotation.of(name)): \(VisibleText.of(expression))"
        case .setPercent(let name, let percent): "condition \(Quotation.of(name)) for \(percent)%"
        case .setColor(let name, let color):
            color.map { "color condition \(Quotation.of(name)) \($0.words)" }
                ?? "remove the color of condition \(Quotation.of(name))"
        case .setRollout(let id, let percent): "rollout \(Quotation.of(id)) for \(percent)%"
        case .renameCondition(let name, let new):
            "rename condition \(Quotation.of(name)) to \(Quotation.of(new))"
        case .moveCondition(let name, let index): "move condition \(Quotation.of(name)) to place \(index + 1)"
        case .removeCondition(let name): "remove condition \(Quotation.of(name))"
        case .addGroup(let name, _): "add group \(Quotation.of(name))"
        case .describeGroup(let name, let text): Self.words(describing: "group \(Quotation.of(name))", text)
        case .removeGroup(let name): "remove group \(Quotation.of(name))"
        case .allowEnding(let study): "allow \(study) to end"
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
    /// The problem, and what was expected.
    public let message: String
    /// A next step, if one is known.
    public let advice: String?
    /// For expressions: the text, with a caret below the position, on two lines.
    public let excerpt: String?

    /// Creates a problem.
    public init(_ message: String, advice: String? = nil, excerpt: String? = nil) {
        (self.message, self.advice, self.excerpt) = (message, advice, excerpt)
    }

    /// Creates the problem for a rule that the template would break.
    init(_ problem: TemplateProblem) {
        self.init(problem.summary, advice: problem.advice, excerpt: problem.excerpt)
    }

    /// The message and the advice.
    public var description: String { message + (advice.map { "; " + $0 } ?? "") }

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
        TemplateEditProblem("a \(kind) \(Quotation.of(name)) already exists", advice: "choose another name")
    }

    private static func missing(_ kind: String, _ name: String, among names: [String]) -> TemplateEditProblem
    {
        TemplateEditProblem(
            "the template has no \(kind) \(Quotation.of(name))",
            advice: SpellingSuggestion.nearest(to: name, in: names).map {
                "did you mean \(Quotation.of($0))?"
            })
    }
}

extension TemplateEdit {
    /// Returns the subject of the edit in a template, which is equal in two templates if others changed only other
    /// parts. Nil if the template does not have it.
    ///
    /// - Parameter other: the template that it is compared with. An order is that of the conditions that both have.
    func subject(in template: RemoteConfigTemplate, beside other: RemoteConfigTemplate) -> JSONValue? {
        switch self {
        case .setValue(let key, nil, _), .removeValue(let key, nil):
            template.parameter(key)?.json["defaultValue"]
        case .setValue(let key, let name?, _), .removeValue(let key, let name?):
            template.parameter(key)?.json["conditionalValues"]?.object?[name]
        case .addParameter(let key, _, _, _), .removeParameter(let key):
            template.parameter(key).map { .object($0.json) }
        case .renameParameter(let key, let new):
            .array([.bool(template.parameter(key) != nil), .bool(template.parameter(new) != nil)])
        case .setType(let key, _): template.parameter(key)?.json["valueType"]
        case .describeParameter(let key, _): template.parameter(key)?.json["description"]
        case .moveParameter(let key, _): template.parameter(key).map { .string($0.group ?? "") }
        case .addCondition(let name, _, _, _): template.condition(name).map { .object($0.json) }
        case .setExpression(let name, _): template.condition(name)?.json["expression"]
        case .setPercent(let name, _): template.condition(name).map(Self.percent)
        case .setColor(let name, _): template.condition(name).map { .string($0.tagColor ?? "") }
        case .setRollout(let id, _): Self.percents(ofRollout: id, in: template)
        case .renameCondition(let name, let new):
            .array([.bool(template.condition(name) != nil), .bool(template.condition(new) != nil)])
        case .moveCondition: Self.order(template, other)
        case .removeCondition(let name): Self.whole(name, in: template)
        case .addGroup(let name, _): template.group(name).map { .string($0.description ?? "") }
        case .describeGroup(let name, _): template.group(name).map { .string($0.description ?? "") }
        case .allowEnding: nil
        case .removeGroup(let name): template.group(name).map { .array($0.keys.sorted().map { .string($0) }) }
        }
    }

    /// Returns only the percentage, because others may change the rest of the expression.
    private static func percent(of condition: TemplateCondition) -> JSONValue {
        guard let expression = condition.expression, let clause = PercentClause(expression) else {
            return .null
        }
        return .string("\(NumberText.text(of: clause.share))%")
    }

    /// Returns the percentages of a rollout, by the parameters that it decides.
    private static func percents(ofRollout id: String, in template: RemoteConfigTemplate) -> JSONValue? {
        var percents = JSONObject()
        for parameter in template.parameters {
            for rollout in parameter.conditionalValues.compactMap(\.value.rollout) where rollout.id == id {
                percents[parameter.key] = .string("\(NumberText.text(of: rollout.percent))%")
            }
        }
        return percents.isEmpty ? nil : .object(percents)
    }

    private static func order(_ template: RemoteConfigTemplate, _ other: RemoteConfigTemplate) -> JSONValue {
        let known = Set(other.conditions.map(\.name))
        let names = template.conditions.map(\.name).filter(known.contains)
        return .string(names.joined(separator: ", "))
    }

    /// Returns a condition with everything that belongs to it.
    private static func whole(_ name: String, in template: RemoteConfigTemplate) -> JSONValue? {
        guard let condition = template.condition(name) else { return nil }
        var values = JSONObject()
        for parameter in template.parameters {
            guard let value = parameter.value(when: name) else { continue }
            values[parameter.key] = value.json
        }
        return ["expression": condition.json["expression"] ?? .null, "values": .object(values)]
    }
}

extension RemoteConfigTemplate {
    /// Returns the condition called `name`; nil if there is none.
    public func condition(_ name: String) -> TemplateCondition? {
        conditions.first { $0.name == name }
    }

    /// Returns the group called `name`; nil if there is none.
    public func group(_ name: String) -> TemplateGroup? {
        groups.first { $0.name == name }
    }
}

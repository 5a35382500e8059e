import ExperimentsCore

/// The edits that copy the parameters of one template to another, for example those of staging to production.
///
/// Conditions are copied by name, and groups are copied too. Values of experiments, rollouts and personalizations are
/// not changed in either project, because they belong to one project. Parameters that only the target has are kept.
public struct TemplatePromotion: Sendable, Hashable {
    /// The edits of the target, in the order in which they can be applied.
    public private(set) var edits: [TemplateEdit] = []
    /// The parts that are not copied, in words.
    public private(set) var notes: [String] = []

    private let target: RemoteConfigTemplate

    /// Compares two templates.
    ///
    /// - Parameters:
    ///   - source: the template to copy from.
    ///   - target: the template to copy to.
    ///   - only: the keys to copy; nil for all.
    ///   - kept: the keys whose values differ intentionally. They are not copied.
    /// - Throws: `TemplateEditProblem` if `only` has a key that the source does not have.
    public init(
        from source: RemoteConfigTemplate, to target: RemoteConfigTemplate, only: Set<String>? = nil,
        keeping kept: Set<String> = []
    ) throws(TemplateEditProblem) {
        self.target = target
        for key in (only ?? []).sorted() where source.parameter(key) == nil { throw .noParameter(key, source) }
        let parameters = source.parameters.filter { only?.contains($0.key) ?? true }
        for key in kept.sorted() { noteKept(key, in: source) }
        let taken = parameters.filter { !kept.contains($0.key) }
        let used = Set(taken.flatMap { $0.conditionalValues.filter(Self.isMovable).map(\.condition) })
        takeConditions(source.conditions.filter { used.contains($0.name) }, in: source)
        takeGroups(Set(taken.compactMap(\.group)), of: source)
        for parameter in taken { take(parameter) }
    }

    private mutating func noteKept(_ key: String, in source: RemoteConfigTemplate) {
        switch (source.parameter(key), target.parameter(key)) {
        case (nil, nil):
            let keys = (source.parameters + target.parameters).map(\.key)
            let hint = SpellingSuggestion.nearest(to: key, in: keys).map { "; did you mean \(Quotation.of($0))?" } ?? ""
            notes.append("neither template has \(Quotation.of(key)), which `keep` names\(hint)")
        case (_?, nil): notes.append("\(key) is not copied, because `keep` names it")
        case (let theirs?, let own?) where theirs.json != own.json || theirs.group != own.group:
            notes.append("\(key) stays as it is, because `keep` names it")
        default: break
        }
    }

    private static func isMovable(_ value: ConditionalValue) -> Bool {
        if case .other = value.value { false } else { true }
    }

    private mutating func takeConditions(_ conditions: [TemplateCondition], in source: RemoteConfigTemplate) {
        var order = target.conditions.map(\.name)
        for condition in conditions {
            guard let expression = condition.expression else { continue }
            if let own = target.condition(condition.name) {
                if own.expression != expression { edits.append(.setExpression(condition: condition.name, expression)) }
                continue
            }
            // After the condition that decides before it in the source.
            let before = source.conditions.prefix { $0.name != condition.name }.last { order.contains($0.name) }
            let index = before.flatMap { order.firstIndex(of: $0.name) }.map { $0 + 1 } ?? 0
            edits.append(
                .addCondition(name: condition.name, expression: expression, index: index, color: condition.tagColor))
            order.insert(condition.name, at: index)
        }
        let names = conditions.map(\.name)
        let ordered = order.filter(names.contains)
        if ordered != names.filter(order.contains) {
            let list = ordered.map { Quotation.of($0) }.joined(separator: ", ")
            notes.append("the conditions stay in their order, \(list), and the first that is met decides")
        }
    }

    private mutating func takeGroups(_ names: Set<String>, of source: RemoteConfigTemplate) {
        for group in source.groups where names.contains(group.name) && target.group(group.name) == nil {
            edits.append(.addGroup(name: group.name, description: group.description))
        }
    }

    private mutating func take(_ parameter: TemplateParameter) {
        let key = parameter.key
        let own = target.parameter(key)
        if let own {
            if let type = parameter.valueType, type != own.valueType { edits.append(.setType(key: key, type)) }
            if let value = parameter.defaultValue, value != own.defaultValue {
                edits.append(.setValue(key: key, condition: nil, value))
            }
            if parameter.group != own.group { edits.append(.moveParameter(key: key, group: parameter.group)) }
        } else {
            edits.append(
                .addParameter(
                    key: key, parameter.defaultValue ?? .inAppDefault, type: parameter.valueType ?? .string,
                    group: parameter.group))
        }
        if parameter.description != own?.description {
            edits.append(.describeParameter(key: key, parameter.description))
        }
        takeValues(of: parameter, over: own)
    }

    private mutating func takeValues(of parameter: TemplateParameter, over own: TemplateParameter?) {
        let key = parameter.key
        for conditional in parameter.conditionalValues {
            let known = own?.value(when: conditional.condition)
            if case .other = conditional.value {
                notes.append("\(key): \(conditional.value.summary) stays behind; it belongs to one project")
            } else if case .other(_)? = known {
                notes.append(
                    "\(key) keeps its value when \(Quotation.of(conditional.condition)), which a study decides")
            } else if known != conditional.value {
                edits.append(.setValue(key: key, condition: conditional.condition, conditional.value))
            }
        }
        for conditional in own?.conditionalValues ?? []
        where Self.isMovable(conditional) && parameter.value(when: conditional.condition) == nil {
            edits.append(.removeValue(key: key, condition: conditional.condition))
        }
    }
}

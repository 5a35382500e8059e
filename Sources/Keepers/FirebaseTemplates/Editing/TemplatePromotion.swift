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
    /// The keys that are copied.
    private let taken: Set<String>
    /// Whether only some keys are copied, so that nothing else may change.
    private let isPartial: Bool

    /// Compares two templates.
    ///
    /// - Parameters:
    ///   - source: the template to copy from.
    ///   - target: the template to copy to.
    ///   - only: the keys to copy; nil for all.
    ///   - kept: the keys whose values differ intentionally. They are not copied.
    ///   - changesShared: whether conditions may change that also decide keys which are not copied.
    /// - Throws: `TemplateEditProblem` if `only` has a key that the source does not have, or if a condition would have
    ///   to change that also decides other keys.
    public init(
        from source: RemoteConfigTemplate, to target: RemoteConfigTemplate, only: Set<String>? = nil,
        keeping kept: Set<String> = [], changingShared changesShared: Bool = false
    ) throws(TemplateEditProblem) {
        self.target = target
        isPartial = only != nil
        taken = Set(source.parameters.map(\.key)).filter { only?.contains($0) ?? true }.subtracting(kept)
        for key in (only ?? []).sorted() where source.parameter(key) == nil {
            throw .noParameter(key, source)
        }
        for key in kept.sorted() { noteKept(key, in: source) }
        let parameters = source.parameters.filter { taken.contains($0.key) }
        let used = Set(parameters.flatMap { $0.conditionalValues.filter(Self.isMovable).map(\.condition) })
        let conditions = source.conditions.filter { used.contains($0.name) }
        for condition in conditions { try check(condition, kept, changesShared) }
        takeConditions(conditions, in: source)
        takeGroups(Set(parameters.compactMap(\.group)), of: source)
        for parameter in parameters { take(parameter) }
    }

    /// Checks that a condition which must change decides no key that was not asked for. Keys that only the target has
    /// are named.
    private mutating func check(
        _ condition: TemplateCondition, _ kept: Set<String>, _ changesShared: Bool
    ) throws(TemplateEditProblem) {
        guard let own = target.condition(condition.name), own.expression != condition.expression else {
            return
        }
        let others = target.parameters.filter { $0.value(when: own.name) != nil && !taken.contains($0.key) }
            .map(\.key)
        guard !others.isEmpty else { return }
        let names =
            others.prefix(5).joined(separator: ", ")
            + (others.count > 5 ? " and \(others.count - 5) more" : "")
        let words =
            "the condition \(Quotation.of(own.name)) also decides \(names), which \(others.count == 1 ? "is" : "are") not copied"
        guard isPartial || others.contains(where: kept.contains), !changesShared else {
            notes.append("\(words), but \(others.count == 1 ? "changes" : "change") with it")
            return
        }
        throw TemplateEditProblem(
            words + ", but would change with it; nothing was copied",
            advice: "copy these keys too, or allow it with --shared-conditions")
    }

    private mutating func noteKept(_ key: String, in source: RemoteConfigTemplate) {
        switch (source.parameter(key), target.parameter(key)) {
        case (nil, nil):
            let keys = (source.parameters + target.parameters).map(\.key)
            let hint =
                SpellingSuggestion.nearest(to: key, in: keys).map { "; did you mean \(Quotation.of($0))?" }
                ?? ""
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
                if own.expression != expression {
                    edits.append(.setExpression(condition: condition.name, expression))
                }
                takeColor(of: condition, over: own)
                continue
            }
            // After the condition that decides before it in the source.
            let before = source.conditions.prefix { $0.name != condition.name }.last {
                order.contains($0.name)
            }
            let index = before.flatMap { order.firstIndex(of: $0.name) }.map { $0 + 1 } ?? 0
            edits.append(
                .addCondition(
                    name: condition.name, expression: expression, index: index, color: condition.tagColor))
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
        for group in source.groups where names.contains(group.name) {
            guard let own = target.group(group.name) else {
                edits.append(.addGroup(name: group.name, description: group.description))
                continue
            }
            guard own.description != group.description else { continue }
            if isPartial {
                notes.append(
                    "the description of the group \(Quotation.of(group.name)) differs and is not copied")
            } else {
                edits.append(.describeGroup(name: group.name, group.description))
            }
        }
    }

    private mutating func takeColor(of condition: TemplateCondition, over own: TemplateCondition) {
        guard condition.tagColor != own.tagColor else { return }
        let color = condition.tagColor.flatMap(ConditionColor.init(rawValue:))
        if isPartial || (color == nil && condition.tagColor != nil) {
            notes.append("the color of the condition \(Quotation.of(own.name)) differs and is not copied")
        } else {
            edits.append(.setColor(condition: own.name, color))
        }
    }

    private mutating func take(_ parameter: TemplateParameter) {
        let key = parameter.key
        let own = target.parameter(key)
        if let own {
            if let type = parameter.valueType, type != own.valueType {
                edits.append(.setType(key: key, type))
            }
            if let value = parameter.defaultValue, value != own.defaultValue {
                edits.append(.setValue(key: key, condition: nil, value))
            }
            if parameter.defaultValue == nil, own.defaultValue != nil {
                notes.append("\(key) keeps its default, which the source does not have")
            }
            if parameter.group != own.group { edits.append(.moveParameter(key: key, group: parameter.group)) }
        } else {
            edits.append(
                .addParameter(
                    key: key, parameter.defaultValue ?? .inAppDefault, type: parameter.valueType,
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
                    "\(key) keeps its value when \(Quotation.of(conditional.condition)), which a study decides"
                )
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

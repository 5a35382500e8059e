import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// One line of the template's panel: a parameter with its default, a value of it under a condition, or a condition.
struct TemplateRow: Sendable {
    /// The subject of the line.
    enum Item: Sendable, Hashable {
        case parameter(String)
        case value(key: String, condition: String)
        case condition(String)

        /// The parameter, if it is about one.
        var key: String? {
            switch self {
            case .parameter(let key), .value(let key, _): key
            case .condition: nil
            }
        }

        /// The condition, if it is about one.
        var condition: String? {
            switch self {
            case .value(_, let name), .condition(let name): name
            case .parameter: nil
            }
        }
    }

    let item: Item
    /// The name, with its marks.
    let title: String
    /// The value, or the expression.
    let text: String
    /// Whether `text` says that the template itself has no value.
    let isPlain: Bool
    var type: String?
    var group: String?
    var note: String?
    /// The share of installations that a condition is for, if it has one.
    var clause: PercentClause?
    /// Where the persona falls in that share, in percent.
    var place: Double?
    /// Whether the persona gets the value, or the condition holds for it.
    var holds = false
    /// The number of parameters that a condition decides.
    var count: Int?
    /// The change that the draft makes.
    var change: ChangeKind?

    /// The parts of the row that a filter examines.
    var subject: FilterSubject {
        FilterSubject(
            names: [item.key, item.condition].compactMap(\.self), texts: [note].compactMap(\.self), group: group,
            values: [text])
    }
}

/// The lines of a template's panel.
struct TemplateRows {
    /// Which of the two lists.
    enum Page: Sendable, Hashable {
        case parameters
        case conditions
    }

    private let draft: TemplateDraft
    private let instance: AppInstance
    private let evaluation: ClientEvaluation

    /// - Parameter instance: the installation for which the values in force are marked.
    init(_ draft: TemplateDraft, for instance: AppInstance) {
        (self.draft, self.instance) = (draft, instance)
        evaluation = ClientTemplate(draft.template).evaluate(for: instance)
    }

    func rows(of page: Page) -> [TemplateRow] {
        page == .parameters ? parameters : conditions
    }

    private var parameters: [TemplateRow] {
        let base = Dictionary(
            draft.base.template.parameters.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let conditions = draft.template.conditions
        let clauses = Dictionary(
            conditions.map { ($0.name, $0.expression.flatMap { PercentClause($0) }) },
            uniquingKeysWith: { first, _ in first })
        return draft.template.parameters.flatMap { parameter in
            let old = base[parameter.key]
            let outcome = evaluation[parameter.key]
            var row = TemplateRow(
                item: .parameter(parameter.key), title: parameter.key,
                text: parameter.defaultValue.map(Self.text) ?? "no default", isPlain: parameter.defaultValue == nil)
            row.type = parameter.valueType.map { $0.rawValue.lowercased() }
            row.group = parameter.group
            row.note = parameter.description
            row.holds = outcome?.condition == nil && parameter.defaultValue != nil
            row.change = old == nil ? .added : Self.isSameApartFromConditions(old, parameter) ? nil : .changed
            let values = parameter.conditionalValues.map { value in
                var row = TemplateRow(
                    item: .value(key: parameter.key, condition: value.condition), title: "  when " + value.condition,
                    text: Self.text(value.value), isPlain: false)
                row.clause = clauses[value.condition] ?? nil
                row.place = row.clause?.place(of: instance)
                row.holds = outcome?.condition == value.condition
                row.change = Self.change(from: old?.value(when: value.condition), to: value.value)
                return row
            }
            return [row] + values
        }
    }

    private var conditions: [TemplateRow] {
        let holding = Dictionary(
            evaluation.conditions.map { ($0.name, $0.holds) }, uniquingKeysWith: { first, _ in first })
        let base = draft.base.template
        return draft.template.conditions.enumerated().map { index, condition in
            var row = TemplateRow(
                item: .condition(condition.name), title: "\(index + 1)  \(condition.name)",
                text: condition.expression ?? "no expression", isPlain: condition.expression == nil)
            row.clause = condition.expression.flatMap { PercentClause($0) }
            row.place = row.clause?.place(of: instance)
            row.holds = holding[condition.name] ?? false
            row.count = draft.template.parameters.filter { $0.value(when: condition.name) != nil }.count
            let old = base.condition(condition.name)
            let hasMoved = base.conditions.firstIndex { $0.name == condition.name } != index
            row.change = old == nil ? .added : old != condition || hasMoved ? .changed : nil
            return row
        }
    }

    private static func text(_ value: TemplateValue) -> String {
        if case .text(let text) = value { return text.isEmpty ? "(empty)" : text }
        return value.summary
    }

    private static func change(from old: TemplateValue?, to new: TemplateValue) -> ChangeKind? {
        guard let old else { return .added }
        return old == new ? nil : .changed
    }

    private static func isSameApartFromConditions(_ old: TemplateParameter?, _ new: TemplateParameter) -> Bool {
        guard let old, old.group == new.group else { return false }
        var (one, other) = (old.json, new.json)
        (one["conditionalValues"], other["conditionalValues"]) = (nil, nil)
        // A value that is gone has no line of its own to be marked.
        let isEachKept = old.conditionalValues.allSatisfy { new.value(when: $0.condition) != nil }
        return one == other && isEachKept
    }
}

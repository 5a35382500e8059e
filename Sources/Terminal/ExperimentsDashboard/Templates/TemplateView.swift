import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import Foundation

// Draws the template: its parameters with their values, or its conditions.
extension TemplatePanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let layout = TemplateLayout(state.size)
        drawTable(
            state, title: title(state, layout), columns: fitted(columns(width: layout.list.columns - 2)),
            empty: emptyWords(state), on: &canvas
        ) { row(at: $0) }
        drawBoxes(state, layout, on: &canvas)
    }

    private func title(_ state: DashboardState, _ layout: TemplateLayout) -> BoxTitle {
        var notes: [Span] = []
        // If there is a frame, the first line of the dashboard names the environment.
        if layout.parts.frame.isEmpty, let environment = state.source.environment {
            let isProduction = EnvironmentName.isProduction(environment)
            notes.append(Span(" \(environment) ", isProduction ? .badgeProduction : .headerLabel))
        }
        if let words = state.templates.words {
            notes.append(Span(words, .paused))
            if state.templates.isPreviewed {
                notes.append(Span("previewed", .dim))
            } else if let outdated = outdatedWords(state) {
                notes.append(Span(outdated, .warning))
            }
        }
        if let draft = state.templates.draft {
            let parameters = TemplateWords.parameters(draft.template.parameters.count)
            notes.append(
                Span("\(parameters), \(CountText.count(draft.template.conditions.count, "condition"))", .dim))
        }
        return BoxTitle(
            "Template of \(state.templates.workspace?.origin.title ?? state.sourceName)", notes: notes)
    }

    /// Returns on which version the draft is based, and which is published, if others have published since.
    private func outdatedWords(_ state: DashboardState) -> String? {
        // An emulator counts changes to overrides as versions, too.
        guard state.templates.canPreview, let base = state.templates.draft?.base.template.versionNumber,
            let published = state.source.report.snapshot.version.flatMap({ Int64($0) }), published > base
        else { return nil }
        return "based on version \(base), \(published) is published"
    }

    private func emptyWords(_ state: DashboardState) -> [String] {
        if let problem = state.templates.problem, state.templates.draft == nil { return problem.lines }
        if state.templates.draft == nil { return ["reading…"] }
        if total > 0 { return nothingMatches() }
        return [
            page == .parameters ? "no parameters yet" : "no conditions yet",
            KeyHint(TemplatePanel.add, "add").words("adds one"),
        ]
    }
}

// The columns of the template's panel.
extension TemplatePanel {
    private static let barCells = 10
    /// The minimum width of the list for descriptions.
    private static let leastWithNotes = 110

    private func columns(width: Int) -> [Column<TemplateRow>] {
        let filters = reading.finding
        let isNarrow = width < 44
        let name = TableColumn(
            title: page == .parameters ? "parameter" : "condition", minimum: isNarrow ? 10 : 18,
            ideal: max(24, width / 3), priority: 10, isMeasured: true)
        // A wide screen shows the descriptions, rather than blanks between a value and its share.
        let hasNotes = page == .parameters && width >= Self.leastWithNotes
        let value = TableColumn(
            title: page == .parameters ? "value" : "expression", minimum: isNarrow ? 6 : 14, ideal: width / 3,
            weight: hasNotes ? 0 : 1, priority: 9, isMeasured: true)
        let note = Column<TemplateRow>(
            "description", .init("description", 12...40, weight: 1, priority: 2, isMeasured: true),
            finding: filters,
            cut: .tail
        ) { ($0.note ?? "", .dim) }
        let title = Column<TemplateRow>("name", name, text: \.title, shown: { $0.title + "   " }) {
            row, point, width, canvas in
            Self.drawName(row, at: point, width: width, finding: filters, on: &canvas)
        }
        let text = Column<TemplateRow>("value", value, finding: filters, in: .value, cut: .tail) { row in
            (row.text, row.isPlain ? .dim : row.holds ? .value : .dim)
        }
        let share = Column<TemplateRow>(
            "share", .init("share", 16...22, priority: 7, isMeasured: true),
            text: Self.share,
            shown: { row in Self.share(row).map { String(repeating: "█", count: Self.barCells) + " " + $0 } }
        ) { row, point, width, canvas in Self.drawShare(row, at: point, width, on: &canvas) }
        let type = Column<TemplateRow>(
            "type", .init("type", 7...7, priority: 4, isMeasured: true), .type, text: \.type)
        let group = Column<TemplateRow>(
            "group", .init("group", 8...14, priority: 3, isMeasured: true), .group, text: \.group)
        let count = Column<TemplateRow>(
            "decides", .init("decides", 8...13, priority: 4, isMeasured: true), .dim,
            text: { $0.count.map(TemplateWords.parameters) })
        let color = Column<TemplateRow>(
            "color", .init("color", 5...11, priority: 2, isMeasured: true), .dim, text: { $0.color?.words })
        return page == .parameters
            ? [title, text, share.optional, type.optional, group.optional] + (hasNotes ? [note.optional] : [])
            : [title, share.optional, text, count, color.optional]
    }

    /// Draws the name, with a sign for a change in the draft, and one for what the persona gets.
    private static func drawName(
        _ row: TemplateRow, at point: CellPoint, width: Int, finding filters: [Filter],
        on canvas: inout Canvas
    ) {
        if let change = row.change {
            canvas.put(
                change.sign, at: CellPoint(column: point.column - 1, row: point.row),
                change == .added ? .added : .changed)
        }
        let role: Role = row.item.key == nil || row.item.condition == nil ? .key : .text
        let place = CellPoint(column: point.column + 1, row: point.row)
        canvas.put(row.title, at: place, role, maxColumns: width - 3, overflow: .middle)
        for filter in filters { canvas.mark(filter, in: row.title, of: .key, at: place, width: width - 3) }
        // Without conditions, everyone gets the default.
        guard row.holds, row.branches != nil || row.item.key == nil, width > 4 else { return }
        canvas.put("●", at: CellPoint(column: point.column + width - 1, row: point.row), .ok)
    }

    /// Returns the share that gets the value, and the share of the condition itself if it differs.
    private static func share(_ row: TemplateRow) -> String? {
        let clause = row.clause.map { NumberText.text(of: $0.share) + "%" }
        guard let branch = row.branch else { return clause }
        return branch.percent + (clause.map { $0 == branch.percent ? "" : " of \($0)" } ?? "")
    }

    /// Draws the share as a bar and as a number: for a value, its part of all values of the parameter; for a condition,
    /// its own share with the persona's position in it.
    private static func drawShare(
        _ row: TemplateRow, at point: CellPoint, _ width: Int, on canvas: inout Canvas
    ) {
        guard let text = share(row) else { return }
        canvas.put(
            text, at: CellPoint(column: point.column + barCells + 1, row: point.row), .text,
            maxColumns: width - barCells - 1)
        if let branches = row.branches {
            let own = branches.place(of: row.item.condition)
            return branches.draw(at: point, columns: barCells, only: own, on: &canvas)
        }
        guard let clause = row.clause else { return }
        let place = row.place.map { min(barCells - 1, Int($0 * Double(barCells) / 100)) }
        for (cell, isIn) in clause.cells(barCells).enumerated() {
            let (sign, role): (String, Role) =
                place == cell ? ("◆", isIn ? .ok : .missing) : isIn ? ("█", .sparkline) : ("·", .dim)
            canvas.put(sign, at: CellPoint(column: point.column + cell, row: point.row), role)
        }
    }
}

/// A line of the template's panel: a parameter with its default, its value for a condition, or a condition.
struct TemplateRow: Sendable {
    /// What the line is about.
    enum Item: Sendable, Hashable {
        case parameter(String)
        case value(key: String, condition: String)
        case condition(String)

        /// The parameter, if the line is about one.
        var key: String? {
            switch self {
            case .parameter(let key), .value(let key, _): key
            case .condition: nil
            }
        }

        /// The condition, if the line is about one.
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
    /// Whether `text` is a placeholder because the template has no value.
    let isPlain: Bool
    var type: String?
    var group: String?
    var note: String?
    /// The percentage of the condition, if it has one.
    var clause: PercentClause?
    /// The persona's position in that percentage.
    var place: Double?
    /// Whether the persona gets the value, or the condition matches it.
    var holds = false
    /// The number of parameters that a condition decides.
    var count: Int?
    /// The color of a condition, as in the Firebase console.
    var color: ConditionColor?
    /// The rollout that gives a value, and its share of users in percent.
    var rollout: TemplateRollout?
    /// The change that the draft makes.
    var change: ChangeKind?
    /// The shares of the parameter's values; nil if no condition decides.
    var branches: TemplateBranches?

    /// The branch of the row's own value.
    var branch: TemplateBranch? { branches?.place(of: item.condition).flatMap { branches?.all[$0] } }

    /// The parts of the row that a filter examines.
    var subject: FilterSubject {
        FilterSubject(
            names: [item.key, item.condition].compactMap(\.self), texts: [note].compactMap(\.self),
            group: group,
            values: [text])
    }
}

/// The lines of the template's panel.
struct TemplateRows {
    /// One of the two lists.
    enum Page: Sendable, Hashable {
        case parameters
        case conditions
    }

    private let draft: TemplateDraft
    private let instance: AppInstance
    /// Whether it is known who the user is, so that the values of the user are marked.
    private let isKnown: Bool
    private let client: ClientTemplate
    private let evaluation: ClientEvaluation

    /// - Parameters:
    ///   - persona: the user whose current values are marked; nil if the source does not say.
    ///   - now: the time.
    init(_ draft: TemplateDraft, for persona: SourcePersona?, at now: Date) {
        self.draft = draft
        instance = AppInstance(persona ?? SourcePersona(), now: now)
        isKnown = persona != nil
        client = ClientTemplate(draft.template)
        evaluation = client.evaluate(for: instance)
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
        let order = Dictionary(conditions.enumerated().map { ($1.name, $0) }) { first, _ in first }
        return draft.template.parameters.flatMap { parameter in
            let old = base[parameter.key]
            let deciding = isKnown ? client.decidingCondition(of: parameter.key, for: instance) : nil
            var row = TemplateRow(
                item: .parameter(parameter.key), title: parameter.key,
                text: parameter.defaultValue.map(Self.text) ?? "no default",
                isPlain: parameter.defaultValue == nil)
            row.type = parameter.valueType.map { $0.rawValue.lowercased() }
            row.group = parameter.group
            row.note = parameter.description
            row.holds = deciding == DecidingCondition.none && parameter.defaultValue != nil
            row.change = old == nil ? .added : Self.isSameApartFromConditions(old, parameter) ? nil : .changed
            row.branches = TemplateBranches(of: parameter, client, like: instance)
            let branches = row.branches
            // The order of the conditions decides, and not the one in which the values are written.
            let ordered = parameter.conditionalValues.enumerated().sorted { one, other in
                let places = (order[one.element.condition] ?? .max, order[other.element.condition] ?? .max)
                return places.0 == places.1 ? one.offset < other.offset : places.0 < places.1
            }.map(\.element)
            let last = ordered.last?.condition
            let values = ordered.map { value in
                var row = TemplateRow(
                    item: .value(key: parameter.key, condition: value.condition),
                    title: (value.condition == last ? "└ when " : "├ when ") + value.condition,
                    text: Self.text(value.value), isPlain: false)
                row.branches = branches
                row.rollout = value.value.rollout
                row.clause = clauses[value.condition] ?? nil
                row.place = isKnown ? row.clause?.place(of: instance) : nil
                row.holds = deciding == .condition(value.condition)
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
            row.place = isKnown ? row.clause?.place(of: instance) : nil
            row.holds = isKnown && holding[condition.name] ?? false
            row.color = condition.tagColor.flatMap(ConditionColor.init(rawValue:))
            row.count = draft.template.parameters.filter { $0.value(when: condition.name) != nil }.count
            let old = base.condition(condition.name)
            let hasMoved = base.conditions.firstIndex { $0.name == condition.name } != index
            row.change = old == nil ? .added : old != condition || hasMoved ? .changed : nil
            return row
        }
    }

    static func text(_ value: TemplateValue) -> String {
        if case .text(let text) = value { return text.isEmpty ? "(empty)" : text }
        return value.summary
    }

    private static func change(from old: TemplateValue?, to new: TemplateValue) -> ChangeKind? {
        guard let old else { return .added }
        return old == new ? nil : .changed
    }

    private static func isSameApartFromConditions(_ old: TemplateParameter?, _ new: TemplateParameter) -> Bool
    {
        guard let old, old.group == new.group else { return false }
        var (one, other) = (old.json, new.json)
        (one["conditionalValues"], other["conditionalValues"]) = (nil, nil)
        // A removed value has no line to mark.
        let isEachKept = old.conditionalValues.allSatisfy { new.value(when: $0.condition) != nil }
        return one == other && isEachKept
    }
}

import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// The panel for typing a part of the template: a value, an expression, a percentage or a name, with its problem if it
/// has one.
struct TemplateFieldPanel: Sendable {
    /// The kind of text that is typed.
    enum Purpose: Sendable, Hashable {
        /// The value of a row, or the expression of a condition.
        case edit(TemplateRow.Item)
        case newParameter
        /// The first value of a new parameter.
        case newValue(String)
        case newCondition
        /// The expression of a new condition.
        case newExpression(String)
        case percent(String)
        /// The percentage of a rollout.
        case rollout(String)
        case describe(String)
        case group(String)
        case rename(TemplateRow.Item)
    }

    let purpose: Purpose
    private(set) var field: TextField
    /// The type of the value, if it is one.
    private(set) var type: TemplateParameter.ValueType?
    /// Whether the value is the app's own default instead of the typed text.
    private(set) var isInAppDefault = false
    /// The problem with the typed text.
    private(set) var problem: TypedTextProblem?
    /// The reason why the edit was refused.
    private(set) var refusal: TemplateEditProblem?
    /// The problem that the project's own key has with the value. Another app may accept it.
    private(set) var doubt: String?
    /// The key of the project whose value is typed, if one is declared.
    let key: CatalogKey?

    private init(
        _ purpose: Purpose, _ text: String, type: TemplateParameter.ValueType? = nil, key: CatalogKey? = nil
    ) {
        (self.purpose, self.type, self.key) = (purpose, type, key)
        field = TextField(value: text)
        if !isValue { field = TextField(text, room: TextField.roomOfValue) }
        if isReplaced { field = field.selected }
        check()
    }

    /// Whether typing replaces the text.
    private var isReplaced: Bool {
        switch purpose {
        case .edit(.condition), .describe: false
        default: type != .json
        }
    }

    /// Opens the panel for a purpose, with the current text.
    static func opened(
        _ purpose: Purpose, _ template: RemoteConfigTemplate, keys: [CatalogKey]
    ) -> Result<TemplateFieldPanel, MessageError> {
        switch purpose {
        case .edit(.condition(let name)):
            return .success(TemplateFieldPanel(purpose, template.condition(name)?.expression ?? ""))
        case .edit(let item):
            guard let key = item.key, let parameter = template.parameter(key) else {
                return .failure(MessageError("it no longer exists"))
            }
            let value = item.condition.map { parameter.value(when: $0) } ?? parameter.defaultValue
            return Self.value(purpose, from: value, of: parameter, as: keys.first { $0.name == key })
        case .newValue(let key):
            let declared = keys.first { $0.name == key }
            let type = declared.map { TemplateParameter.ValueType($0.schema.kind) } ?? .string
            return .success(
                TemplateFieldPanel(purpose, declared?.schema.defaultText ?? "", type: type, key: declared))
        case .newExpression: return .success(TemplateFieldPanel(purpose, "true"))
        case .newParameter, .newCondition: return .success(TemplateFieldPanel(purpose, ""))
        case .percent(let name):
            let clause = template.condition(name)?.expression.flatMap { PercentClause($0) }
            return .success(TemplateFieldPanel(purpose, clause.map { NumberText.text(of: $0.share) } ?? ""))
        case .rollout(let id):
            let values = template.parameters.flatMap(\.conditionalValues).compactMap(\.value.rollout)
            let percent = values.first { $0.id == id }?.percent
            return .success(TemplateFieldPanel(purpose, percent.map { NumberText.text(of: $0) } ?? ""))
        case .describe(let key):
            return .success(TemplateFieldPanel(purpose, template.parameter(key)?.description ?? ""))
        case .group(let key):
            return .success(TemplateFieldPanel(purpose, template.parameter(key)?.group ?? ""))
        case .rename(let item):
            return .success(TemplateFieldPanel(purpose, item.condition ?? item.key ?? ""))
        }
    }

    private static func value(
        _ purpose: Purpose, from value: TemplateValue?, of parameter: TemplateParameter, as key: CatalogKey?
    ) -> Result<TemplateFieldPanel, MessageError> {
        let type = parameter.valueType
        switch value {
        case .other(let json) where json["experimentValue"] != nil:
            return .failure(MessageError("it is a value of an experiment; stop the experiment first"))
        case .other: return .failure(MessageError("it is a value that only Google's console can edit"))
        case .inAppDefault:
            var panel = TemplateFieldPanel(purpose, "", type: type, key: key)
            panel.toggleInAppDefault()
            return .success(panel)
        case .text(let text): return .success(TemplateFieldPanel(purpose, text, type: type, key: key))
        case nil:
            let text = parameter.defaultValue.flatMap { if case .text(let text) = $0 { text } else { nil } }
            return .success(TemplateFieldPanel(purpose, text ?? "", type: type, key: key))
        }
    }

    /// Whether a value is typed, rather than a name or an expression.
    var isValue: Bool {
        switch purpose {
        case .edit(.parameter), .edit(.value), .newValue: true
        default: false
        }
    }

    /// Whether an expression is typed.
    var isExpression: Bool {
        switch purpose {
        case .edit(.condition), .newExpression: true
        default: false
        }
    }

    /// Whether a key other than `Enter` sets the value.
    var needsInsisting: Bool { problem == nil && doubt != nil }

    /// Whether the text can be typed in `$EDITOR` too.
    var isLong: Bool { isValue || isExpression }

    mutating func edit(_ change: (inout TextField) -> Void) {
        change(&field)
        (refusal, isInAppDefault) = (nil, false)
        check()
    }

    mutating func toggleInAppDefault() {
        guard isValue else { return }
        isInAppDefault.toggle()
        check()
    }

    /// Switches between true and false.
    mutating func toggleTruth() {
        guard isValue, type == .boolean else { return }
        replace(field.text.lowercased() == "true" ? "false" : "true")
    }

    /// Replaces the typed text.
    mutating func replace(_ text: String) {
        let isValue = isValue
        edit { $0 = isValue ? TextField(value: text) : TextField(text, room: TextField.roomOfValue) }
    }

    /// The request to edit the typed text in `$EDITOR`.
    var editorRequest: EditorRequest {
        let isJSON = type == .json
        let name = key?.name ?? "\(purpose)"
        let text = isJSON ? (try? JSONValue(parsing: field.text))?.prettyText ?? field.text : field.text
        let shown = key ?? CatalogKey(name: name, schema: ValueSchema(kind: isJSON ? .json : .string))
        return EditorRequest(key: shown, text: text, fileExtension: isJSON ? "json" : "txt")
    }

    mutating func refuse(_ problem: TemplateEditProblem) { refusal = problem }

    private mutating func check() {
        (problem, doubt) = (nil, nil)
        guard !isInAppDefault else { return }
        do throws(TypedTextProblem) {
            if isExpression {
                try ConditionExpression.check(field.text)
            } else if isValue {
                try type?.check(field.text)
            }
        } catch {
            problem = error
        }
        guard isValue, let key else { return }
        do throws(IncorrectValue) {
            try key.check(field.text)
        } catch {
            doubt = "invalid for \(key.name) in the project file: \(error.reason)"
        }
    }
}

extension TemplateFieldPanel: Panel {
    private static let inAppDefault = KeyHint(
        KeyPress(.character("t"), modifiers: .control), "the app's default")

    var escapeWord: String { "cancel" }

    var typedField: TextField? { field }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let truth = isValue && type == .boolean ? [KeyHint(several: "↓ ↑", "true or false")] : []
        let goesOn = purpose == .newParameter || purpose == .newCondition
        let set = needsInsisting ? KeyHint.insist : KeyHint(.enter, goesOn ? "next" : "set")
        return (problem == nil ? [set] : []) + truth
            + (isValue ? [Self.inAppDefault] : [])
            + (isLong ? [.externalEditor] : []) + [escapeHint]
    }

    mutating func takeEdited(_ text: String, of request: EditorRequest) {
        if request.key.name == editorRequest.key.name { replace(text) }
    }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    mutating func paste(_ text: String, _ state: DashboardState) {
        edit { $0.insert(text) }
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        switch press {
        case KeyPress(.escape): return .close()
        case KeyPress(.enter): return needsInsisting ? .stay() : take(state)
        case KeyHint.insist: return take(state)
        case Self.inAppDefault: toggleInAppDefault()
        case KeyHint.externalEditor where isLong: return .stay([.openEditor(editorRequest)])
        case KeyPress(.up), KeyPress(.down): toggleTruth()
        default: edit { _ = $0.handle(press) }
        }
        return .stay()
    }

    /// Makes the edit, or stays open and shows why that is not possible.
    private mutating func take(_ state: DashboardState) -> PanelAnswer {
        guard problem == nil else { return .stay() }
        if let next = goingOn { return goOn(to: next, state) }
        guard let edit else { return .close() }
        if let problem = state.templates.problem(of: edit, isReadOnly: state.project.isReadOnly) {
            refuse(problem)
            return .stay()
        }
        return .close([.send(\.templates, .edit(edit))] + showInTemplate(edit))
    }

    /// The purpose of the field that follows after the name.
    private var goingOn: Purpose? {
        switch purpose {
        case .newParameter: .newValue(field.text)
        case .newCondition: .newExpression(field.text)
        default: nil
        }
    }

    /// Goes on to the next field, or refuses an invalid name before anything else is typed.
    private mutating func goOn(to next: Purpose, _ state: DashboardState) -> PanelAnswer {
        guard var draft = state.templates.draft else { return .close() }
        let trial: TemplateEdit =
            purpose == .newParameter
            ? .addParameter(key: field.text, .text(""), type: .string, group: nil)
            : .addCondition(name: field.text, expression: "true", index: nil)
        do throws(TemplateEditProblem) {
            try draft.make(trial)
        } catch {
            refuse(error)
            return .stay()
        }
        if case .success(let panel) = Self.opened(next, draft.template, keys: state.project.keys) {
            return .close([.open(panel)])
        }
        return .close()
    }

    /// The edit for the typed text.
    private var edit: TemplateEdit? {
        let text = field.text
        let value = isInAppDefault ? TemplateValue.inAppDefault : .text(text)
        return switch purpose {
        case .edit(.parameter(let key)): .setValue(key: key, condition: nil, value)
        case .edit(.value(let key, let condition)): .setValue(key: key, condition: condition, value)
        case .edit(.condition(let name)): .setExpression(condition: name, text)
        case .newValue(let key): .addParameter(key: key, value, type: type ?? .string, group: nil)
        case .newExpression(let name): .addCondition(name: name, expression: text, index: nil)
        case .percent(let name): .setPercent(condition: name, text)
        case .rollout(let id): .setRollout(id: id, percent: text)
        case .describe(let key): .describeParameter(key: key, text.isEmpty ? nil : text)
        case .group(let key): .moveParameter(key: key, group: text.isEmpty ? nil : text)
        case .rename(.parameter(let key)): .renameParameter(key: key, to: text)
        case .rename(.value(_, let name)), .rename(.condition(let name)):
            .renameCondition(name: name, to: text)
        case .newParameter, .newCondition: nil
        }
    }
}

extension TemplateFieldPanel {
    /// Moves the cursor of the template's panel to the result of an edit.
    private func showInTemplate(_ edit: TemplateEdit) -> [Effect] {
        let item: TemplateRow.Item
        switch edit {
        case .addParameter(let key, _, _, _), .renameParameter(_, let key): item = .parameter(key)
        case .setValue(let key, let condition?, _): item = .value(key: key, condition: condition)
        case .addCondition(let name, _, _, _), .renameCondition(_, let name): item = .condition(name)
        default: return []
        }
        return [.tell(TemplatePanel.self) { $0.go(to: item, $1) }]
    }
}

// The field for a text of a template, with the expected format and the place of a mistake.
extension TemplateFieldPanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let title = title()
        let width = max(8, min(72, state.size.columns - 6))
        let (lines, focus) = lines(state, width: width)
        let rows = max(1, min(lines.count, state.size.rows - 4))
        let inside = Box.draw(title, size: CellSize(columns: width, rows: rows), on: &canvas)
        let top = max(0, min(focus - inside.rows / 2, lines.count - inside.rows))
        for (row, line) in lines.dropFirst(top).prefix(inside.rows).enumerated() {
            line.draw(in: inside.line(row), &canvas)
        }
    }

    private func lines(_ state: DashboardState, width: Int) -> (lines: [EditorLines.Line], focus: Int) {
        func wrapped(_ text: String, _ role: Role) -> [EditorLines.Line] {
            Span(text, role).wrapped(to: width, limit: 6).map { .spans($0) }
        }
        var lines = wrapped(expectation(), .dim)
        let typed = EditorLines.typed(
            field, fault: problem?.offset, hasFocus: true, width: width, opensEditor: isLong)
        let focus = lines.count + (typed.focused ?? 0)
        lines += typed.lines
        if isInAppDefault {
            lines += wrapped("uses the app's own default, not the text you typed", .warning)
        } else if let problem {
            lines += wrapped(
                doubt ?? problem.message + (problem.advice.map { "; \($0)" } ?? ""), .promptError)
        } else if let refusal {
            lines += wrapped(refusal.description, .promptError)
        } else {
            if let doubt { lines += wrapped(doubt, .warning) }
            if let outcome = outcome(state) { lines += wrapped(outcome, .dim) }
            lines.append(EditorLines.advice(insisting: needsInsisting))
        }
        return (lines, focus)
    }

    private func title() -> String {
        switch purpose {
        case .edit(.parameter(let key)): "Default of \(key)"
        case .edit(.value(let key, let condition)): "\(key) when \(condition)"
        case .edit(.condition(let name)), .newExpression(let name): "Condition \(name)"
        case .newParameter: "New parameter"
        case .newValue(let key): "Default of the new \(key)"
        case .newCondition: "New condition"
        case .percent(let name), .rollout(let name): "Share of \(name)"
        case .describe(let key): "Description of \(key)"
        case .group(let key): "Group of \(key)"
        case .rename(let item): "Rename \(item.condition ?? item.key ?? "")"
        }
    }

    private func expectation() -> String {
        if isExpression {
            return "an expression, for example device.os == 'ios' && percent <= 20"
        }
        if isValue {
            if let key { return "expected: \(key.schema.expectation) (the project's key)" }
            return switch type {
            case .boolean: "expected: true or false"
            case .number: "expected: a decimal number"
            case .json: "expected: JSON"
            case .string, .unspecified, nil: "expected: any text"
            }
        }
        return switch purpose {
        case .newParameter: "its key: letters, digits and _"
        case .percent: "percent of all installations, from 0 to 100"
        case .rollout: "percent of the users who meet the condition, from 1 to 100"
        case .describe: "a description; empty for none"
        case .group: "the group's name; empty for none"
        default: "its name"
        }
    }

    /// Returns whether an expression matches the persona.
    private func outcome(_ state: DashboardState) -> String? {
        guard isExpression, let persona = state.source.persona?.current,
            let expression = try? ConditionExpression(parsing: field.text)
        else { return nil }
        let holds = expression.holds(for: AppInstance(persona, now: state.now))
        return "\(holds ? "met" : "not met") by the persona"
    }
}

import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

extension TemplateFieldPanel: Panel {
    private static let inAppDefault = KeyHint(KeyPress(.character("t"), modifiers: .control), "the app's default")

    var escapeWord: String { "cancel" }

    var typedField: TextField? { field }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let truth = isValue && type == .boolean ? [KeyHint(several: "↓ ↑", "true or false")] : []
        let goesOn = purpose == .newParameter || purpose == .newCondition
        return [KeyHint(.enter, goesOn ? "go on" : "set")] + truth + (isValue ? [Self.inAppDefault] : [])
            + (isLong ? [.externalEditor] : []) + [escapeHint]
    }

    mutating func takeEdited(_ text: String, of request: EditorRequest) {
        if request.key.name == editorRequest.key.name { replace(text) }
    }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { TemplateFieldView.draw(self, state, on: &canvas) }

    mutating func paste(_ text: String, _ state: DashboardState) {
        edit { $0.insert(text) }
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        switch press {
        case KeyPress(.escape): return .close()
        case KeyPress(.enter): return take(state)
        case Self.inAppDefault: toggleInAppDefault()
        case KeyHint.externalEditor where isLong: return .stay([.openEditor(editorRequest)])
        case KeyPress(.up), KeyPress(.down): toggleTruth()
        default: edit { _ = $0.handle(press) }
        }
        return .stay()
    }

    /// Makes the edit, or says why it cannot be made and stays.
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

    /// The field that follows, once there is a name.
    private var goingOn: Purpose? {
        switch purpose {
        case .newParameter: .newValue(field.text)
        case .newCondition: .newExpression(field.text)
        default: nil
        }
    }

    /// A name that cannot be one is refused before anything else is typed.
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

    /// The typed text as an edit.
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
        case .describe(let key): .describeParameter(key: key, text.isEmpty ? nil : text)
        case .group(let key): .moveParameter(key: key, group: text.isEmpty ? nil : text)
        case .rename(.parameter(let key)): .renameParameter(key: key, to: text)
        case .rename(.value(_, let name)), .rename(.condition(let name)): .renameCondition(name: name, to: text)
        case .newParameter, .newCondition: nil
        }
    }
}

extension TemplateFieldPanel {
    /// Puts the cursor of the template's panel on what an edit made.
    private func showInTemplate(_ edit: TemplateEdit) -> [Effect] {
        let item: TemplateRow.Item
        switch edit {
        case .addParameter(let key, _, _, _), .renameParameter(_, let key): item = .parameter(key)
        case .setValue(let key, let condition?, _): item = .value(key: key, condition: condition)
        case .addCondition(let name, _, _), .renameCondition(_, let name): item = .condition(name)
        default: return []
        }
        return [
            .tell(TemplatePanel.self) { panel, state in
                panel.go(to: item, state)
            }
        ]
    }
}

/// The field for a text of a template, with the expected form and the place of a mistake.
enum TemplateFieldView {
    static func draw(_ panel: TemplateFieldPanel, _ state: DashboardState, on canvas: inout Canvas) {
        let title = title(of: panel)
        let width = max(8, min(72, state.size.columns - 6))
        let (lines, focus) = lines(of: panel, state, width: width)
        let rows = max(1, min(lines.count, state.size.rows - 4))
        let inside = Box.draw(title, size: CellSize(columns: width, rows: rows), on: &canvas)
        let top = max(0, min(focus - inside.rows / 2, lines.count - inside.rows))
        for (row, line) in lines.dropFirst(top).prefix(inside.rows).enumerated() {
            EditorView.draw(line, in: inside.line(row), &canvas)
        }
    }

    private static func lines(
        of panel: TemplateFieldPanel, _ state: DashboardState, width: Int
    ) -> (lines: [EditorLines.Line], focus: Int) {
        func wrapped(_ text: String, _ role: Role) -> [EditorLines.Line] {
            Span(text, role).wrapped(to: width, limit: 6).map { .spans($0) }
        }
        var lines = wrapped(expectation(of: panel), .dim)
        let typed = TypedLines(
            panel.field, fault: panel.problem?.offset, hasFocus: true, width: width, opensEditor: panel.isLong)
        let focus = lines.count + (typed.focusedLine ?? 0)
        lines += typed.lines
        if panel.isInAppDefault {
            lines += wrapped("the app's own default, not what is typed", .warning)
        } else if let problem = panel.problem {
            lines += wrapped(problem.message + (problem.advice.map { "; \($0)" } ?? ""), .promptError)
        } else if let refusal = panel.refusal {
            lines += wrapped(refusal.description, .promptError)
        } else {
            if let doubt = panel.doubt { lines += wrapped(doubt, .warning) }
            lines += wrapped(outcome(of: panel, state) ?? "Enter sets it", .success)
        }
        return (lines, focus)
    }

    private static func title(of panel: TemplateFieldPanel) -> String {
        switch panel.purpose {
        case .edit(.parameter(let key)): "Default of \(key)"
        case .edit(.value(let key, let condition)): "\(key) when \(condition)"
        case .edit(.condition(let name)), .newExpression(let name): "Condition \(name)"
        case .newParameter: "New parameter"
        case .newValue(let key): "Default of \(key), which is new"
        case .newCondition: "New condition"
        case .percent(let name): "Share of \(name)"
        case .describe(let key): "Description of \(key)"
        case .group(let key): "Group of \(key)"
        case .rename(let item): "Rename \(item.condition ?? item.key ?? "")"
        }
    }

    private static func expectation(of panel: TemplateFieldPanel) -> String {
        if panel.isExpression {
            return "what has to hold, for example device.os == 'ios' && percent <= 20"
        }
        if panel.isValue {
            if let key = panel.key { return "expected: \(key.schema.expectation), by the project's key" }
            return switch panel.type {
            case .boolean: "expected: true or false"
            case .number: "expected: a decimal number"
            case .json: "expected: JSON"
            case .string, .unspecified, nil: "expected: any text"
            }
        }
        return switch panel.purpose {
        case .newParameter: "its key: letters, digits and _"
        case .percent: "percent of all installations, from 0 to 100"
        case .describe: "what it is for; empty for nothing"
        case .group: "the group's name; empty for none"
        default: "its name"
        }
    }

    /// Returns whether the persona would meet an expression.
    private static func outcome(of panel: TemplateFieldPanel, _ state: DashboardState) -> String? {
        guard panel.isExpression, let persona = state.source.persona?.current,
            let expression = try? ConditionExpression(parsing: panel.field.text)
        else { return nil }
        let holds = expression.holds(for: AppInstance(persona, now: state.now))
        return "Enter sets it; \(holds ? "holds" : "does not hold") for the persona"
    }
}

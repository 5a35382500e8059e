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

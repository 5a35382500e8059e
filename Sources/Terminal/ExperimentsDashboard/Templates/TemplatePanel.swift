import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// The template behind the source, on the whole screen: its parameters with their values, or its conditions in the
/// order of evaluation, including the changes in the draft.
struct TemplatePanel: Sendable {
    var reading = ListReading<TemplateRow>()
    /// The list that is shown.
    private(set) var page = TemplateRows.Page.parameters
    private var all: [TemplateRow] = []
    /// The number of values in the draft that the app would not accept.
    private(set) var incorrectCount = 0
    /// The parameter to go to as soon as the template is read.
    private var wanted: String?
    private var revision = -1
    private var persona: SourcePersona?

    /// Creates the panel with the parameters.
    ///
    /// - Parameter key: the parameter under the cursor at first, if it exists.
    init(_ state: DashboardState, at key: String?) {
        wanted = key
        follow(state)
    }

    mutating func follow(_ state: DashboardState) {
        if state.templates.revision != revision || state.source.persona?.current != persona {
            readRows(state)
        } else {
            reveal(state)
        }
    }

    /// Switches to the other list.
    mutating func turn(_ state: DashboardState) {
        let condition = selected?.item.condition
        page = page == .parameters ? .conditions : .parameters
        reading.position = ListPosition()
        readRows(state)
        if page == .conditions, let condition { go(to: .condition(condition), state) }
    }

    /// Selects an item that was just added or renamed.
    mutating func go(to item: TemplateRow.Item, _ state: DashboardState) {
        readRows(state)
        if let place = reading.rows.firstIndex(where: { $0.item == item }) { move(to: place, state) }
    }

    private mutating func readRows(_ state: DashboardState) {
        revision = state.templates.revision
        persona = state.source.persona?.current
        all = state.templates.draft.map { TemplateRows($0, for: persona, at: state.now).rows(of: page) } ?? []
        incorrectCount =
            state.templates.draft.map {
                IncorrectTemplateValue.all(in: $0.template, replacing: $0.base.template, for: state.project.keys).count
            } ?? 0
        chooseRows(state)
        guard let key = wanted, !all.isEmpty else { return }
        wanted = nil
        if let place = reading.rows.firstIndex(where: { $0.item == .parameter(key) }) { move(to: place, state) }
    }

    func allRows(_ state: DashboardState) -> [TemplateRow] { all }

    func finder(for filter: Filter, _ state: DashboardState) -> (TemplateRow) -> Bool {
        { filter.passes($0.subject, now: state.now) }
    }

    func item(of row: TemplateRow) -> String? {
        switch row.item {
        case .parameter(let key): "p \(key)"
        case .value(let key, let condition): "v \(key) \(condition)"
        case .condition(let name): "c \(name)"
        }
    }
}

/// The places of the parts of the template's panel.
struct TemplateLayout {
    let parts: ListPanelLayout
    /// The rows.
    let list: CellRect
    /// The boxes below the list, about the row under the cursor and the draft; on a low screen a line about the row,
    /// and on a very low one nothing.
    let detail: CellRect
    let hasBoxes: Bool
    /// The number of lines in a box.
    private static let boxRows = 4

    init(_ size: CellSize) {
        parts = ListPanelLayout(size, boxRows: Self.boxRows + 2)
        hasBoxes = parts.list.rows >= 14 && size.columns >= 76
        guard parts.frame.isEmpty else {
            (list, detail) = (parts.list, parts.details)
            return
        }
        (list, detail) = parts.list.splitBottom(hasBoxes ? Self.boxRows + 1 : parts.list.rows >= 8 ? 1 : 0)
    }

    /// Draws a box, or only its title if there is no room for frames.
    ///
    /// - Returns: its inside.
    func drawBox(_ title: BoxTitle, in rect: CellRect, on canvas: inout Canvas) -> CellRect {
        guard !parts.frame.isEmpty else {
            Box.drawTitle(title, in: rect.line(0), &canvas)
            return rect.splitTop(1).rest.inset(columns: 1)
        }
        Box.draw(title, in: rect, &canvas)
        return rect.inset(columns: 2, rows: 1)
    }
}

extension TemplatePanel: ListPanel {
    func layout(_ size: CellSize) -> ListPanelLayout { TemplateLayout(size).parts }

    func listRect(_ state: DashboardState) -> CellRect { TemplateLayout(state.size).list }

    private static let turning = Key.tab
    private static let edit = KeyHint(.enter, "edit")
    private static let more = KeyHint("+", "share")
    private static let less = KeyHint("-", "share")
    private static let percent = KeyHint("%", "share")
    static let add = KeyHint("a", "add")
    private static let addValue = KeyHint("c", "conditional value")
    private static let delete = KeyHint("D", "delete")
    private static let describe = KeyHint("i", "describe")
    private static let group = KeyHint("M", "group")
    private static let rename = KeyHint("R", "rename")
    private static let color = KeyHint("C", "color")
    private static let down = KeyHint("J", "later")
    private static let up = KeyHint("K", "earlier")
    private static let difference = KeyHint("d", "diff")
    private static let preview = KeyHint("t", "preview")
    private static let publish = KeyHint("p", "publish")
    private static let versions = KeyHint("v", "versions")
    private static let discard = KeyHint("X", "discard")

    var escapeWord: String { readingEscapeWord }

    func ownHints(_ map: KeyMap, _ state: DashboardState) -> [KeyHint] {
        let isPage = page == .parameters
        let draft = draftHints(state)
        let hasShare = selected?.clause != nil || selected?.rollout != nil
        let share = !hasShare ? [] : [KeyHint([Self.more, Self.less, Self.percent], Self.percent.word)]
        let here =
            isPage
            ? [Self.edit, Self.addValue] + share + [Self.add, Self.delete, Self.describe, Self.group, Self.rename]
            : [Self.edit] + share + [
                KeyHint([Self.down, Self.up], "order"), Self.add, Self.delete, Self.rename, Self.color,
            ]
        let turn = KeyHint(Self.turning, isPage ? "conditions" : "parameters")
        return draft + here.prefix(1) + [escapeHint, turn] + here.dropFirst() + (draft.isEmpty ? [] : [Self.discard])
            + (state.templates.workspace?.origin.hasVersions == true ? [Self.versions] : [])
    }

    /// Returns the hints for the draft, the most useful first; empty without a draft.
    func draftHints(_ state: DashboardState) -> [KeyHint] {
        guard state.templates.words != nil else { return [] }
        return [Self.publish, Self.difference] + state.project.keyMap.hint([.undo], "undo")
            + (state.templates.canPreview ? [Self.preview] : [])
    }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if typedField != nil {
            _ = read(press, state)
            return .stay()
        }
        if let effects = act(press, state) { return .stay(effects) }
        if read(press, state) { return .stay() }
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .back): return clearReading(state) ? .stay() : .close()
        case (_, .quit), (_, .template): return .close()
        case (_, .undo): return .stay([.send(\.templates, .step(back: true))])
        case (_, .redo): return .stay([.send(\.templates, .step(back: false))])
        case (_, .copyValue): return .stay(selected.map { [.copy($0.text)] } ?? [])
        case (_, .copyKey): return .stay(selected.map { [.copy($0.item.key ?? $0.item.condition ?? "")] } ?? [])
        case (_, .refetch): return .stay([.template(.open)])
        default: return .stay()
        }
    }

    /// Handles the panel's own keys; returns nil for any other.
    private mutating func act(_ press: KeyPress, _ state: DashboardState) -> [Effect]? {
        switch press {
        case KeyPress(Self.turning), KeyPress(.backTab):
            turn(state)
            return []
        case Self.edit, KeyPress("e"): return open(selected.map { .edit($0.item) }, state)
        case Self.add: return open(page == .parameters ? .newParameter : .newCondition, state)
        case Self.addValue: return chooseCondition(state)
        case Self.describe: return open(selected?.item.key.map { .describe($0) }, state)
        case Self.group: return open(selected?.item.key.map { .group($0) }, state)
        case Self.rename: return open(selected.map { .rename($0.item) }, state)
        case Self.percent:
            if let rollout = selected?.rollout { return open(.rollout(rollout.id), state) }
            return open(selected?.item.condition.map { .percent($0) }, state)
        case Self.color where page == .conditions: return chooseColor(state)
        case Self.more: return change(by: 1, state)
        case Self.less: return change(by: -1, state)
        case Self.down where page == .conditions: return reorder(by: 1, state)
        case Self.up where page == .conditions: return reorder(by: -1, state)
        case Self.delete, KeyPress(.delete): return delete(state)
        case Self.difference: return showDifference(state)
        case Self.preview: return [.send(\.templates, .togglePreview)]
        case Self.publish:
            return state.templates.draft.map { [.send(\.templates, .publish(.draft($0)))] } ?? []
        case Self.versions: return openVersions(state)
        case Self.discard: return askToDiscard(state)
        default: return nil
        }
    }

    private func open(_ purpose: TemplateFieldPanel.Purpose?, _ state: DashboardState) -> [Effect] {
        guard let purpose, let draft = state.templates.draft else { return [] }
        guard !state.project.isReadOnly else { return [TemplatesState.readOnly] }
        switch TemplateFieldPanel.opened(purpose, draft.template, keys: state.project.keys) {
        case .success(let panel): return [.open(panel)]
        case .failure(let reason): return [.say(reason.message, .warning, seconds: 4)]
        }
    }
}

// Changes without typing.
extension TemplatePanel {
    /// Changes the share of the condition under the cursor by some percent.
    private func change(by step: Double, _ state: DashboardState) -> [Effect] {
        if let rollout = selected?.rollout {
            let share = max(1, min(100, (rollout.percent + step).rounded()))
            return [.send(\.templates, .edit(.setRollout(id: rollout.id, percent: NumberText.text(of: share))))]
        }
        guard let row = selected, let name = row.item.condition, let clause = row.clause else {
            return [.say("the row has no percentage", .warning, seconds: 3)]
        }
        let share = max(0, min(100, (clause.share + step).rounded()))
        return [.send(\.templates, .edit(.setPercent(condition: name, NumberText.text(of: share))))]
    }

    private func reorder(by step: Int, _ state: DashboardState) -> [Effect] {
        guard let name = selected?.item.condition, let draft = state.templates.draft,
            let index = draft.template.conditions.firstIndex(where: { $0.name == name }),
            draft.template.conditions.indices.contains(index + step)
        else { return [] }
        return [.send(\.templates, .edit(.moveCondition(name: name, index: index + step)))]
    }

    /// Deletes the row under the cursor: a value immediately, a parameter or a condition after confirmation.
    private func delete(_ state: DashboardState) -> [Effect] {
        guard let row = selected, let draft = state.templates.draft else { return [] }
        switch row.item {
        case .value(let key, let condition):
            return [.send(\.templates, .edit(.removeValue(key: key, condition: condition)))]
        case .parameter(let key):
            let count = draft.template.parameter(key)?.conditionalValues.count ?? 0
            let words = count == 0 ? "" : " with \(count) conditional value\(count == 1 ? "" : "s")"
            return ask("Remove the parameter \(key)\(words)?", before: .removeParameter(key: key), state)
        case .condition(let name):
            let words = row.count.map { $0 == 0 ? "" : " and its values for \(TemplateWords.parameters($0))" } ?? ""
            return ask("Remove the condition \(name)\(words)?", before: .removeCondition(name: name), state)
        }
    }

    private func ask(_ question: String, before edit: TemplateEdit, _ state: DashboardState) -> [Effect] {
        guard !state.project.isReadOnly else { return [TemplatesState.readOnly] }
        return [.open(Confirmation(lines: [question], effects: [.send(\.templates, .edit(edit))], isAboutSource: true))]
    }

    private func askToDiscard(_ state: DashboardState) -> [Effect] {
        guard !state.project.isReadOnly else { return [TemplatesState.readOnly] }
        guard let draft = state.templates.draft, !draft.edits.isEmpty || !draft.undone.isEmpty else {
            return [.say("no draft to discard", .warning, seconds: 3)]
        }
        let lines = Confirmation.lines(
            "Discard the draft? It has \(TemplateWords.edits(draft.edits.count)):",
            about: draft.edits.map(\.description))
        return [.open(Confirmation(lines: lines, effects: [.send(\.templates, .discard)], isAboutSource: true))]
    }

    private func chooseCondition(_ state: DashboardState) -> [Effect] {
        guard let key = selected?.item.key, let template = state.templates.draft?.template else { return [] }
        let taken = Set(template.parameter(key)?.conditionalValues.map(\.condition) ?? [])
        let names = template.conditions.map(\.name).filter { !taken.contains($0) }
        guard !names.isEmpty else {
            let why =
                template.conditions.isEmpty
                ? "no conditions yet; \(KeyPress(Self.turning)), \(Self.add.words("adds one"))"
                : "\(key) already has a value for every condition"
            return [.say(why, .warning, seconds: 4)]
        }
        return [.open(TemplateChoicePanel(key: key, names: names))]
    }

    private func chooseColor(_ state: DashboardState) -> [Effect] {
        guard let name = selected?.item.condition else { return [] }
        guard !state.project.isReadOnly else { return [TemplatesState.readOnly] }
        return [.open(ConditionColorPanel(condition: name, current: selected?.color))]
    }

    private func showDifference(_ state: DashboardState) -> [Effect] {
        guard let draft = state.templates.draft, !draft.isEmpty else {
            return [.say("the draft changes nothing", .success, seconds: 3)]
        }
        return [.open(TemplateDifferencePanel("What the draft changes", draft.difference))]
    }

    private func openVersions(_ state: DashboardState) -> [Effect] {
        guard let workspace = state.templates.workspace else { return [] }
        guard workspace.origin.hasVersions else {
            return [.say("\(workspace.origin.title) is a file and has no versions", .warning, seconds: 4)]
        }
        return [.open(TemplateVersionsPanel()), .template(.versions)]
    }
}

/// The conditions for which a parameter has no value yet, to choose one.
struct TemplateChoicePanel: ChoosingPanel {
    private let key: String
    private let names: [String]
    var selected = 0

    var count: Int { names.count }

    init(key: String, names: [String]) { (self.key, self.names) = (key, names) }

    func hints(_ state: DashboardState) -> [KeyHint] {
        [KeyHint(.enter, "set a value")] + state.project.keyMap.choosing() + [escapeHint]
    }

    func choose(_ state: DashboardState) -> PanelAnswer {
        guard let template = state.templates.draft?.template else { return .close() }
        let purpose = TemplateFieldPanel.Purpose.edit(.value(key: key, condition: names[selected]))
        if case .success(let panel) = TemplateFieldPanel.opened(purpose, template, keys: state.project.keys) {
            return .close([.open(panel)])
        }
        return .close()
    }

    func title(_ state: DashboardState) -> String { "A value of \(key) when" }

    func texts(_ state: DashboardState) -> [String] { names }
}

/// The colors of a condition in lists, to choose one.
struct ConditionColorPanel: ChoosingPanel {
    private static let colors: [ConditionColor?] = [nil] + ConditionColor.allCases

    private let condition: String
    var selected: Int

    var count: Int { Self.colors.count }

    init(condition: String, current: ConditionColor?) {
        self.condition = condition
        selected = Self.colors.firstIndex(of: current) ?? 0
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        [KeyHint(.enter, "choose")] + state.project.keyMap.choosing() + [escapeHint]
    }

    func choose(_ state: DashboardState) -> PanelAnswer {
        .close([.send(\.templates, .edit(.setColor(condition: condition, Self.colors[selected])))])
    }

    func title(_ state: DashboardState) -> String { "The color of \(condition)" }

    func texts(_ state: DashboardState) -> [String] { Self.colors.map { $0?.words ?? "none" } }
}

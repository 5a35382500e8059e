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
                IncorrectTemplateValue.all(
                    in: $0.template, replacing: $0.base.template, for: state.project.keys
                ).count
            } ?? 0
        chooseRows(state)
        guard let key = wanted, !all.isEmpty else { return }
        wanted = nil
        if let place = reading.rows.firstIndex(where: { $0.item == .parameter(key) }) {
            move(to: place, state)
        }
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

    /// The key that switches between parameters and conditions.
    private static let turning = KeyPress(.tab)
    /// The key that adds a parameter or a condition.
    static let add: KeyPress = "a"

    var escapeWord: String { readingEscapeWord }

    /// The keys for the draft, the most useful first. They have no hints without a draft.
    private static let draftKeys: [PanelKey<TemplatePanel>] = [
        draftKey(["p"], [], "publish") { panel, state in
            .stay(state.templates.draft.map { [.send(\.templates, .publish(.draft($0)))] } ?? [])
        },
        draftKey(["d"], [], "diff") { panel, state in .stay(panel.showDifference(state)) },
        draftKey([], [.undo], "undo") { _, _ in .stay([.send(\.templates, .step(back: true))]) },
        PanelKey(["t"], word: { _, state in state.hasDraft && state.templates.canPreview ? "preview" : nil })
        { _, _ in
            .stay([.send(\.templates, .togglePreview)])
        },
    ]

    static let keys: [PanelKey<TemplatePanel>] =
        draftKeys + [
            own([KeyPress(.enter), "e"], "edit") { $0.open($0.selected.map { .edit($0.item) }, $1) },
            .back, .closing(.template),
            PanelKey(
                [turning, KeyPress(.backTab)],
                word: { panel, _ in panel.page == .parameters ? "conditions" : "parameters" }
            ) {
                $0.turn($1)
                return .stay()
            },
            own(["c"], "conditional value", on: .parameters) { $0.chooseCondition($1) },
            share("+") { $0.change(by: 1, $1) }, share("-") { $0.change(by: -1, $1) },
            share("%") { panel, state in
                if let rollout = panel.selected?.rollout { return panel.open(.rollout(rollout.id), state) }
                return panel.open(panel.selected?.item.condition.map { .percent($0) }, state)
            },
            order("J") { $0.reorder(by: 1, $1) }, order("K") { $0.reorder(by: -1, $1) },
            own([add], "add") { panel, state in
                panel.open(panel.page == .parameters ? .newParameter : .newCondition, state)
            },
            own(["D", KeyPress(.delete)], "delete") { $0.delete($1) },
            own(["i"], "describe", on: .parameters) {
                $0.open($0.selected?.item.key.map { .describe($0) }, $1)
            },
            own(["M"], "group", on: .parameters) { $0.open($0.selected?.item.key.map { .group($0) }, $1) },
            own(["R"], "rename") { $0.open($0.selected.map { .rename($0.item) }, $1) },
            PanelKey(["C"], word: { panel, _ in panel.page == .conditions ? "color" : nil }) { panel, state in
                panel.page == .conditions ? .stay(panel.chooseColor(state)) : nil
            },
            draftKey(["X"], [], "discard") { panel, state in .stay(panel.askToDiscard(state)) },
            PanelKey(["v"], word: { _, state in state.hasTemplateVersions ? "versions" : nil }) {
                panel, state in
                .stay(panel.openVersions(state))
            },
            PanelKey([], [.redo]) { _, _ in .stay([.send(\.templates, .step(back: false))]) },
            PanelKey([], [.copyValue]) { panel, _ in .stay(panel.selected.map { [.copy($0.text)] } ?? []) },
            PanelKey([], [.copyKey]) { panel, _ in
                .stay(panel.selected.map { [.copy($0.item.key ?? $0.item.condition ?? "")] } ?? [])
            },
            PanelKey([], [.refetch]) { _, _ in .stay([.template(.open)]) },
        ]

    private typealias Act = @Sendable (inout TemplatePanel, DashboardState) -> [Effect]

    /// Creates a key that acts on the row under the cursor.
    ///
    /// - Parameter page: the list with its hint; nil for both.
    private static func own(
        _ presses: [KeyPress], _ word: String, on page: TemplateRows.Page? = nil, act: @escaping Act
    ) -> PanelKey<TemplatePanel> {
        PanelKey(presses, word: { panel, _ in page == nil || panel.page == page ? word : nil }) {
            .stay(act(&$0, $1))
        }
    }

    /// Creates a key that changes the share of a condition or a rollout.
    private static func share(_ press: KeyPress, act: @escaping Act) -> PanelKey<TemplatePanel> {
        PanelKey([press], word: { panel, _ in panel.hasShare ? "share" : nil }) { .stay(act(&$0, $1)) }
    }

    /// Creates a key that moves a condition.
    private static func order(_ press: KeyPress, act: @escaping Act) -> PanelKey<TemplatePanel> {
        PanelKey([press], word: { panel, _ in panel.page == .conditions ? "order" : nil }) { panel, state in
            panel.page == .conditions ? .stay(act(&panel, state)) : nil
        }
    }

    /// Creates a key that has a hint only if there is a draft.
    private static func draftKey(
        _ presses: [KeyPress], _ commands: [Command], _ word: String,
        act: @escaping @Sendable (inout TemplatePanel, DashboardState) -> PanelAnswer?
    ) -> PanelKey<TemplatePanel> {
        PanelKey(presses, commands, word: { _, state in state.hasDraft ? word : nil }, act: act)
    }

    /// Whether the row under the cursor has a share.
    private var hasShare: Bool { selected?.clause != nil || selected?.rollout != nil }

    /// Returns the hints for the draft, the most useful first; empty without a draft.
    func draftHints(_ state: DashboardState) -> [KeyHint] { hints(of: Self.draftKeys, state) }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    private func open(_ purpose: TemplateFieldPanel.Purpose?, _ state: DashboardState) -> [Effect] {
        guard let purpose, let draft = state.templates.draft else { return [] }
        guard !state.project.isReadOnly else { return [TemplatesState.readOnly] }
        switch TemplateFieldPanel.opened(purpose, draft.template, keys: state.project.keys) {
        case .success(let panel): return [.open(panel)]
        case .failure(let reason): return [.say(reason.message, .warning, seconds: 4)]
        }
    }
}

extension DashboardState {
    /// Whether there is a draft to publish or to discard.
    fileprivate var hasDraft: Bool { templates.words != nil }

    /// Whether the template has versions.
    fileprivate var hasTemplateVersions: Bool { templates.workspace?.origin.hasVersions == true }
}

// Changes without typing.
extension TemplatePanel {
    /// Changes the share of the condition under the cursor by some percent.
    private func change(by step: Double, _ state: DashboardState) -> [Effect] {
        if let rollout = selected?.rollout {
            let share = max(1, min(100, (rollout.percent + step).rounded()))
            return [
                .send(\.templates, .edit(.setRollout(id: rollout.id, percent: NumberText.text(of: share))))
            ]
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
            let words =
                row.count.map { $0 == 0 ? "" : " and its values for \(TemplateWords.parameters($0))" } ?? ""
            return ask("Remove the condition \(name)\(words)?", before: .removeCondition(name: name), state)
        }
    }

    private func ask(_ question: String, before edit: TemplateEdit, _ state: DashboardState) -> [Effect] {
        guard !state.project.isReadOnly else { return [TemplatesState.readOnly] }
        return [
            .open(
                Confirmation(
                    lines: [question], effects: [.send(\.templates, .edit(edit))], isAboutSource: true))
        ]
    }

    private func askToDiscard(_ state: DashboardState) -> [Effect] {
        guard !state.project.isReadOnly else { return [TemplatesState.readOnly] }
        guard let draft = state.templates.draft, !draft.edits.isEmpty || !draft.undone.isEmpty else {
            return [.say("no draft to discard", .warning, seconds: 3)]
        }
        let lines = Confirmation.lines(
            "Discard the draft? It has \(TemplateWords.edits(draft.edits.count)):",
            about: draft.edits.map(\.description))
        return [
            .open(Confirmation(lines: lines, effects: [.send(\.templates, .discard)], isAboutSource: true))
        ]
    }

    private func chooseCondition(_ state: DashboardState) -> [Effect] {
        guard let key = selected?.item.key, let template = state.templates.draft?.template else { return [] }
        let taken = Set(template.parameter(key)?.conditionalValues.map(\.condition) ?? [])
        let names = template.conditions.map(\.name).filter { !taken.contains($0) }
        guard !names.isEmpty else {
            let why =
                template.conditions.isEmpty
                ? "no conditions yet; \(Self.turning), \(KeyHint(Self.add, "add").words("adds one"))"
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

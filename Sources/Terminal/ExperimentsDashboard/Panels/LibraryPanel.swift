/// A request about named items that the user stores.
package enum LibraryRequest<Item: Sendable & Hashable>: Sendable, Hashable {
    /// Read all items.
    case list
    /// Save an item. An older item with its name is replaced only if `replaces` is true.
    case save(Item, replaces: Bool)
    /// Delete the item with this name.
    case delete(name: String)
}

/// The answer to such a request: the current items, or the reason why nothing was done.
package struct LibraryAnswer<Item: Sendable & Hashable>: Sendable, Hashable {
    /// The items that can be read.
    package var items: [Item]
    /// The reasons why something could not be read, or was not done.
    package var problems: [String]
    /// Whether the request itself was performed.
    package var isDone: Bool

    /// Creates an answer.
    package init(items: [Item] = [], problems: [String] = [], isDone: Bool) {
        self.items = items
        self.problems = problems
        self.isDone = isDone
    }
}

/// Named items of the user and of the team: the selected one, and the text being typed for another one.
struct Library<Item: Sendable & Hashable>: Sendable {
    /// The purpose of the typed text.
    enum Purpose: Sendable, Hashable {
        /// A name for saving something for oneself.
        case saving
        /// A name for saving something for the team.
        case savingForTeam
        /// A shared item.
        case importing
    }

    /// The items of the user and of the project; nil until they are read.
    var own: [Item]?
    /// The items of the team; nil if there is no team.
    var shared: [Item]?
    /// The reasons why some items cannot be read.
    var problems: [String] = []
    /// The index of the selected item.
    var selected = 0
    /// The field for a text, while the user types.
    var field: TextField?
    var purpose = Purpose.saving
    /// The reason why the typed text is refused.
    var refusal: String?
    /// The keys that were pressed before the items were read.
    var early: [KeyPress] = []

    /// All items in the order of the list: the user's own, then the team's; nil until they are read.
    var all: [Item]? { own.map { $0 + (shared ?? []) } }

    /// The selected item, if there is one.
    var chosen: Item? {
        guard let all, all.indices.contains(selected) else { return nil }
        return all[selected]
    }

    /// Whether the selected item is the team's.
    var isTeamsChosen: Bool { own.map { selected >= $0.count } ?? false }

    /// Begins to type.
    mutating func type(_ field: TextField, _ purpose: Purpose) {
        (self.field, self.purpose) = (field, purpose)
    }

    mutating func edit(_ change: (inout TextField) -> Void) {
        refusal = nil
        guard var field else { return }
        change(&field)
        self.field = field
    }

    /// Takes the current items. Selects one of the user's own by name, or the one that was selected before.
    ///
    /// - Returns: the keys that were pressed before the items were read.
    mutating func take(
        _ answer: LibraryAnswer<Item>, selecting name: String?, _ nameOf: KeyPath<Item, String>
    ) -> [KeyPress] {
        let wanted = name ?? chosen?[keyPath: nameOf]
        let isTeams = name == nil && isTeamsChosen
        (own, problems) = (answer.items, answer.problems)
        let all = all ?? []
        selected =
            all.indices.first { all[$0][keyPath: nameOf] == wanted && ($0 >= answer.items.count) == isTeams }
            ?? min(selected, max(0, all.count - 1))
        defer { early = [] }
        return early
    }
}

/// A panel for such items.
protocol LibraryPanel: Panel {
    associatedtype Item: Sendable & Hashable

    /// A word for what an item is.
    static var subject: String { get }
    static var nameOfItem: any KeyPath<Item, String> & Sendable { get }

    var library: Library<Item> { get set }

    /// Handles a key while nothing is typed.
    ///
    /// - Returns: nil if the panel does not use the key.
    mutating func act(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer?

    /// Handles the typed text.
    mutating func finishTyping(_ state: DashboardState) -> [Effect]

    /// The label of the typed text.
    var typingWords: String { get }
}

extension LibraryPanel {
    var escapeWord: String { library.field == nil ? "back" : "cancel" }

    var typedField: TextField? { library.field }

    mutating func paste(_ text: String, _ state: DashboardState) {
        library.edit { $0.insert(text) }
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if library.field != nil { return .stay(type(press, state)) }
        guard library.own != nil || press.key == .escape else {
            // Which item is selected, and whether one would be replaced, is only known after reading.
            library.early.append(press)
            return .stay()
        }
        if let answer = act(press, state) { return answer }
        if state.project.keyMap.leavesPanel(press) { return .close() }
        let last = max(0, (library.all?.count ?? 0) - 1)
        switch state.project.keyMap.command(for: press) {
        case .moveDown: library.selected = min(library.selected + 1, last)
        case .moveUp: library.selected = max(0, library.selected - 1)
        case .top: library.selected = 0
        case .bottom: library.selected = last
        default: break
        }
        return .stay()
    }

    private mutating func type(_ press: KeyPress, _ state: DashboardState) -> [Effect] {
        switch press.key {
        case .escape: (library.field, library.refusal) = (nil, nil)
        case .enter: return finishTyping(state)
        default: library.edit { _ = $0.handle(press) }
        }
        return []
    }

    /// Handles the answer to a request.
    static func taking(_ answer: LibraryAnswer<Item>, to request: LibraryRequest<Item>) -> [Effect] {
        var saved: String?
        var effects: [Effect] = []
        if !answer.isDone, let problem = answer.problems.first {
            effects.append(.say(problem, .error, seconds: 12))
        } else {
            switch request {
            case .list: break
            case .save(let item, _):
                let name = item[keyPath: nameOfItem]
                saved = name
                effects.append(.say("saved \(subject) \(name)", .success, seconds: 4))
            case .delete(let name): effects.append(.say("deleted \(subject) \(name)", .success, seconds: 4))
            }
        }
        let chosen = saved
        return effects + [.changeTyped(Self.self) { $0.library.take(answer, selecting: chosen, nameOfItem) }]
    }

    /// Draws the items, or the reason why there are none, and the problems below them.
    func drawList(
        _ texts: (_ width: Int) -> [String], empty: String, in rect: CellRect, on canvas: inout Canvas
    ) {
        guard let all = library.all else {
            canvas.put("reading…", at: rect.origin, .dim, maxColumns: rect.columns)
            return
        }
        let problems = library.problems
        let (list, faults) = rect.splitBottom(min(problems.count, max(0, rect.rows - 1)))
        for (row, problem) in problems.prefix(faults.rows).enumerated() {
            canvas.put(
                problem, at: faults.line(row).origin, .error, maxColumns: rect.columns, overflow: .middle)
        }
        guard !all.isEmpty else {
            canvas.put("no \(Self.subject)s yet; \(empty)", at: list.origin, .dim, maxColumns: rect.columns)
            return
        }
        ChoiceList(selected: library.selected, count: all.count, in: list).draw(
            texts(list.columns - 2), &canvas)
    }

    /// Draws the line with the typed text, and above it the reason why it is refused.
    func drawTyping(in rect: CellRect, on canvas: inout Canvas) {
        guard let field = library.field else { return }
        if rect.rows > 1 {
            canvas.put(library.refusal ?? "", at: rect.origin, .promptError, maxColumns: rect.columns)
        }
        let line = rect.line(rect.rows - 1)
        let label = rect.columns < 40 ? "> " : typingWords
        canvas.put(label, at: line.origin, .dim, maxColumns: line.columns)
        let place = line.splitLeft(DisplayText(label).width).rest
        field.draw(at: place.origin, width: place.columns, .prompt, &canvas)
    }
}

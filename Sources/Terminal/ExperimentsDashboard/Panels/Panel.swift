import ExperimentsCore

/// A window over the screen that takes the input: an editor, a list of choices, a text, a question.
///
/// Panels are values on a stack, and the one on top gets every event first. While a panel handles an event, it is
/// removed from the stack; it can read the dashboard's state, and changes it only by returning effects. To add a kind
/// of panel, declare a conforming type. No other code has to know about it.
protocol Panel: Sendable {
    /// Handles a key.
    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer

    /// Handles pasted text, which is data and never commands.
    mutating func paste(_ text: String, _ state: DashboardState)

    /// Handles a click with the left button.
    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer

    /// Returns the place of its scroll bar; nil if it has none, or if everything is visible.
    func scrollBar(_ state: DashboardState) -> CellRect?

    /// The row under the cursor, from 0, and the number of rows; nil if it is not a list.
    var rowPosition: (row: Int, count: Int)? { get }

    /// Scrolls to a place of its scroll bar.
    ///
    /// - Parameter share: the position on the bar: 0 for its first row, 1 for its last.
    mutating func scroll(to share: Double, _ state: DashboardState)

    /// Takes the text from `$EDITOR`, if this panel requested it.
    mutating func takeEdited(_ text: String, of request: EditorRequest)

    /// Returns whether it stays open when another source is shown. A panel about the previous source does not.
    func outlives(changeTo source: DashboardSource) -> Bool

    /// Reacts to changes below it. Called after every message, so it must be cheap if nothing changed.
    mutating func follow(_ state: DashboardState)

    /// Returns the effects of a message that another part of the dashboard has handled.
    func effects(after message: Message, _ state: DashboardState) -> [Effect]

    /// Draws it over the screen, and places the frame's cursor.
    func draw(_ state: DashboardState, _ canvas: inout Canvas)

    /// Returns the keys that work now, the most useful first: the panel's own, and those that the key map has for
    /// actions.
    func hints(_ state: DashboardState) -> [KeyHint]

    /// The word for the effect of `Esc` now: closing the panel, or going back one step inside it.
    var escapeWord: String { get }

    /// The current text field; nil if letters are commands.
    var typedField: TextField? { get }

    /// Whether help can be opened over it now. It cannot if the key for help is typed as text or means something else.
    var offersHelp: Bool { get }
}

extension Panel {
    mutating func paste(_ text: String, _ state: DashboardState) {}

    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer { .stay() }

    func scrollBar(_ state: DashboardState) -> CellRect? { nil }

    var rowPosition: (row: Int, count: Int)? { nil }

    mutating func scroll(to share: Double, _ state: DashboardState) {}

    mutating func takeEdited(_ text: String, of request: EditorRequest) {}

    func outlives(changeTo source: DashboardSource) -> Bool { true }

    mutating func follow(_ state: DashboardState) {}

    func effects(after message: Message, _ state: DashboardState) -> [Effect] { [] }

    var typedField: TextField? { nil }

    var offersHelp: Bool { typedField == nil }

    /// The hint for `Esc`.
    var escapeHint: KeyHint { KeyHint(.escape, escapeWord) }
}

/// The result of handling an event.
struct PanelAnswer {
    /// The effects outside the panel.
    let effects: [Effect]
    /// Whether the panel closes.
    let closes: Bool

    /// Keeps the panel open.
    static func stay(_ effects: [Effect] = []) -> PanelAnswer { PanelAnswer(effects: effects, closes: false) }

    /// Closes the panel.
    static func close(_ effects: [Effect] = []) -> PanelAnswer { PanelAnswer(effects: effects, closes: true) }
}

// The effect of a key in a sentence. Made from the hint, so that both name the same key.
extension KeyHint {
    /// Returns a sentence about the key and its effect: `s saves the overrides as one`.
    func words(_ does: String) -> String { keys + " " + does }

    /// Creates a hint for several keys with the same effect, or the same effect in two directions.
    init(_ hints: [KeyHint], _ word: String) {
        self.init(several: hints.map(\.keys).joined(separator: " "), word)
    }
}

extension KeyHint {
    /// Empties the text field.
    static let empty = KeyHint(KeyPress(.character("u"), modifiers: .control), "clear")
    /// Opens the typed text in the user's editor.
    static let externalEditor = KeyHint(KeyPress(.character("o"), modifiers: .control), "$EDITOR")
    /// Sets an invalid value. `Enter` does not, because it is easily pressed once too often.
    static let insist = KeyHint(KeyPress(.character("s"), modifiers: .control), "set anyway")
}

/// The panels over the screen. Only the top one is visible, above a full-screen list that it was opened from: on a
/// small screen, two panels would hide each other.
struct PanelStack: Sendable {
    private var panels: [any Panel] = []

    var isEmpty: Bool { panels.isEmpty }

    /// The panel that takes the input.
    var top: (any Panel)? { panels.last }

    /// The visible panels, the lowest first.
    var visible: [any Panel] {
        guard let top else { return [] }
        return [panels.dropLast().last { $0 is any ListPanel }, top].compactMap(\.self)
    }

    /// Opens a panel over the others.
    mutating func push(_ panel: any Panel) {
        panels.append(panel)
    }

    /// Returns the panel of a type, anywhere on the stack.
    func first<Kind: Panel>(_ type: Kind.Type) -> Kind? {
        panels.lazy.reversed().compactMap { $0 as? Kind }.first
    }

    /// Changes the panel of a type, if there is one.
    ///
    /// - Parameter change: returns whether the panel stays open.
    mutating func change<Kind: Panel>(_ type: Kind.Type, _ change: (inout Kind) -> Bool) {
        guard let index = panels.lastIndex(where: { $0 is Kind }), var panel = panels[index] as? Kind else {
            return
        }
        if change(&panel) { panels[index] = panel } else { panels.remove(at: index) }
    }

    /// Changes every panel.
    mutating func changeEach(_ change: (inout any Panel) -> Void) {
        for index in panels.indices { change(&panels[index]) }
    }

    /// Returns the effects of a message that another part of the dashboard has handled.
    func effects(after message: Message, _ state: DashboardState) -> [Effect] {
        panels.flatMap { $0.effects(after: message, state) }
    }

    /// Removes some panels, anywhere on the stack.
    ///
    /// - Returns: the panels that were removed.
    mutating func removeAll(where isRemoved: (any Panel) -> Bool) -> [any Panel] {
        let removed = panels.filter(isRemoved)
        panels.removeAll(where: isRemoved)
        return removed
    }

    /// Removes the top panel while it handles an event, so that it is not copied.
    mutating func takeTop() -> (any Panel)? { panels.popLast() }

    /// The number of panels.
    var depth: Int { panels.count }

    /// Puts the top panel back.
    mutating func putBack(_ panel: any Panel) { panels.append(panel) }
}

// The top panel gets the input.
extension DashboardState {
    mutating func handleInPanel(_ press: KeyPress) -> [Effect] {
        if let panel = panels.top, panel.offersHelp, project.keyMap.command(for: press) == .help {
            return perform(.help)
        }
        // The number of a screen also leaves a full-screen list, as it leaves another screen.
        if panels.depth == 1, let list = panels.top as? any ListPanel, list.typedField == nil,
            let command = project.keyMap.command(for: press), command.screen != nil
        {
            panels.takeTop().map { discard($0) }
            return perform(command)
        }
        return withTopPanel { $0.handle(press, $1) }
    }

    /// Handles the mouse. The wheel moves as the arrow keys do.
    mutating func handleInPanel(_ mouse: MouseEvent) -> [Effect] {
        switch mouse.kind {
        case .wheelDown: return handleInPanel(KeyPress(.down))
        case .wheelUp: return handleInPanel(KeyPress(.up))
        case .press where mouse.button == 1: return withTopPanel { $0.click(at: mouse.point, $1) }
        default: return []
        }
    }

    /// Lets the panels react to changes below them.
    mutating func followPanels() {
        if !panels.isEmpty { withPanels { panels, state in panels.changeEach { $0.follow(state) } } }
    }

    /// Changes panels with access to the rest of the state. The panels are removed from the state during the change, so
    /// that they are not copied.
    mutating func withPanels(_ change: (inout PanelStack, DashboardState) -> Void) {
        var taken = panels
        panels = PanelStack()
        change(&taken, self)
        panels = taken
    }

    /// Passes an event to the top panel. The panel is removed from the stack while it handles the event, so that it is
    /// not copied.
    mutating func withTopPanel(_ take: (inout any Panel, DashboardState) -> PanelAnswer) -> [Effect] {
        guard var panel = panels.takeTop() else { return [] }
        let answer = take(&panel, self)
        if !answer.closes { panels.putBack(panel) }
        return settle(answer.effects)
    }
}

// The current text field, wherever it is.
extension DashboardState {
    /// Whether letters go into a text field now, so that many can be inserted in one step.
    package var takesText: Bool { typedField != nil }

    /// The current text field.
    var typedField: TextField? {
        if let top = panels.top { return top.typedField }
        return list.filterField ?? list.search.field ?? details.search.field
    }

    /// Reports how much of the typed or pasted text did not fit.
    mutating func tellLeftOut() {
        guard let field = typedField, field.leftOut > 0 else { return }
        say(field.leftOutWords, .warning)
    }
}

extension TextField {
    /// The message about text that did not fit; empty if all of it did.
    var leftOutWords: String {
        guard leftOut > 0 else { return "" }
        let left = leftOut == 1 ? "1 character was" : "\(leftOut) characters were"
        return "\(left) dropped: the limit is \(TimeText.size(room))"
    }
}

/// A text to edit in `$EDITOR`.
package struct EditorRequest: Sendable, Hashable {
    /// The key whose override the text is for.
    package let key: CatalogKey
    /// The text to start from.
    package let text: String
    /// The extension of the temporary file, from which the editor recognizes the language.
    package let fileExtension: String
}

/// Something that covers the screen and takes the input: an editor, a list of choices, a text, a question.
///
/// Panels are values on a stack, and the one on top gets every event first. While a panel handles an event, it is
/// removed from the stack; it reads the dashboard's state, and what it wants to be changed there, it answers as effects. To
/// add a kind of panel, declare a type that conforms. No other code has to know about it.
protocol Panel: Sendable {
    /// Takes a key.
    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer

    /// Takes pasted text, which is data and never commands.
    mutating func paste(_ text: String, _ state: DashboardState)

    /// Takes a click with the left button.
    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer

    /// Where its scroll bar is; nil if it has none, or everything is on screen.
    func scrollBar(_ state: DashboardState) -> CellRect?

    /// Goes to where a place of its scroll bar stands.
    ///
    /// - Parameter share: how far down the bar: 0 for its first row, 1 for its last.
    mutating func scroll(to share: Double, _ state: DashboardState)

    /// Takes the text that came back from `$EDITOR`, if it was this panel that sent it there.
    mutating func takeEdited(_ text: String, of request: EditorRequest)

    /// Returns whether it stays when another source is shown. A panel about the previous source does not.
    func outlives(changeTo source: DashboardSource) -> Bool

    /// Takes over what changed below it. Called after everything that happens, so that it costs nothing where nothing did.
    mutating func follow(_ state: DashboardState)

    /// What it asks for because something happened below it.
    func effects(after message: Message, _ state: DashboardState) -> [Effect]

    /// Draws it over the screen, and puts the frame's cursor where its own is.
    func draw(_ state: DashboardState, _ canvas: inout Canvas)

    /// The keys that work now, the most useful first: the panel's own, and those that the key map has for actions.
    func hints(_ state: DashboardState) -> [KeyHint]

    /// The word for the effect of `Esc` now: it closes the panel, or goes back one step inside it.
    var escapeWord: String { get }

    /// The field that is typed into; nil if letters are commands.
    var typedField: TextField? { get }

    /// Whether the help can be opened over it now: not where its key is typed, or means something else.
    var offersHelp: Bool { get }
}

extension Panel {
    mutating func paste(_ text: String, _ state: DashboardState) {}

    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer { .stay() }

    func scrollBar(_ state: DashboardState) -> CellRect? { nil }

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
    /// The work for the outside world.
    let effects: [Effect]
    /// Whether the panel goes away.
    let closes: Bool

    /// The panel stays.
    static func stay(_ effects: [Effect] = []) -> PanelAnswer { PanelAnswer(effects: effects, closes: false) }

    /// The panel goes away.
    static func close(_ effects: [Effect] = []) -> PanelAnswer { PanelAnswer(effects: effects, closes: true) }
}

// What a hint's key does, told in a sentence. Made from the hint itself, so that the two name the same key.
extension KeyHint {
    /// The key, and after it what it does: `s saves the overrides as one`.
    func words(_ does: String) -> String { keys + " " + does }

    /// Several keys that do the same, or the same in two directions.
    init(_ hints: [KeyHint], _ word: String) {
        self.init(several: hints.map(\.keys).joined(separator: " "), word)
    }
}

extension KeyHint {
    /// Empties the field that is typed into.
    static let empty = KeyHint(KeyPress(.character("u"), modifiers: .control), "empty")
    /// Opens what is typed in the operator's editor.
    static let externalEditor = KeyHint(KeyPress(.character("o"), modifiers: .control), "$EDITOR")
}

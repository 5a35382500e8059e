/// What the dashboard keeps in mind of what was done in it.
struct MemoryState: Feature {
    enum Message: Sendable {
        /// A command was run from the palette.
        case ran(Command)
        /// A hint is not to be shown again.
        case dismiss(Hint)
        /// The view with which a dashboard was left.
        case recall(RememberedView)
    }

    /// Whether beginners are given hints.
    let showsHints: Bool
    /// The hints that were put away.
    private(set) var dismissedHints: Set<Hint> = []
    /// The commands that were run from the palette.
    private(set) var commandUse = CommandUse()
    /// What was on the screen before.
    var places = PlaceHistory()

    init(showsHints: Bool) { self.showsHints = showsHints }

    mutating func update(_ message: Message, in context: Context) -> [Effect] {
        switch message {
        case .ran(let command): commandUse.note(command)
        case .dismiss(let hint): dismissedHints.insert(hint)
        case .recall(let view): (commandUse, dismissedHints) = (view.commandUse, view.dismissedHints)
        }
        return []
    }
}

/// What the dashboard keeps in mind of what was done in it.
struct MemoryState: Sendable {
    /// Whether beginners are given hints.
    let showsHints: Bool
    /// The hints that were put away.
    var dismissedHints: Set<Hint> = []
    /// The commands that were run from the palette.
    var commandUse = CommandUse()
    /// What was on the screen before.
    var places = PlaceHistory()

    init(showsHints: Bool) { self.showsHints = showsHints }
}

/// What the dashboard keeps in mind to be of help.
struct HelpState: Sendable {
    /// Whether beginners are given hints.
    let showsHints: Bool
    /// The hints that were put away.
    var dismissedHints: Set<Hint> = []
    /// What was run from the palette.
    var commandUse = CommandUse()

    init(showsHints: Bool) { self.showsHints = showsHints }
}

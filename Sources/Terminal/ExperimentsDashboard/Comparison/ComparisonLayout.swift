/// Where the parts of a comparison are. It takes the whole screen but the footer.
struct ComparisonLayout {
    let screen: CellRect
    /// The sources, and how many keys differ.
    let header: CellRect
    /// The titles of the columns; empty where there is no room for them.
    let titles: CellRect
    let list: CellRect
    /// The filter, or what is looked for: the last line, which on a low screen is the list's.
    let prompt: CellRect
    /// Whether the prompt has a line of its own, so that it can stay while nobody types.
    let hasPrompt: Bool

    init(_ size: CellSize) {
        screen = CellRect(size).splitBottom(1).rest
        header = screen.line(0)
        titles = screen.line(size.rows >= 7 ? 1 : -1)
        hasPrompt = size.rows >= 10
        list = screen.splitTop(size.rows >= 7 ? 2 : 1).rest.splitBottom(hasPrompt ? 1 : 0).rest
        prompt = screen.line(screen.rows - 1)
    }
}

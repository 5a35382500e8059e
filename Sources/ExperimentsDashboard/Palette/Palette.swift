/// Commands found by typing part of their name.
public struct Palette: Sendable {
    /// What has been typed.
    public var field = TextField()
    /// The chosen one of the commands found.
    public var selected = 0

    /// The commands in which every word typed is found, in whichever order, the best first; all in their own order
    /// while nothing is typed.
    public var actions: [Action] { matches.map(\.action) }

    /// The same, with where the words were found.
    var matches: [PaletteMatch] {
        let words = field.text.lowercased().split(separator: " ").map(Array.init)
        let found = Action.allCases.compactMap { PaletteMatch($0, words: words) }
        guard !words.isEmpty else { return found }
        // In the order of the actions where they match equally well: sorting keeps nothing by itself.
        return found.enumerated().sorted { left, right in
            (right.element.score, left.offset) < (left.element.score, right.offset)
        }.map(\.element)
    }
}

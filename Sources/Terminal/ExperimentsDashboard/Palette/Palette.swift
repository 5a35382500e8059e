/// Commands found by typing part of their name.
struct Palette: Sendable {
    /// What has been typed.
    var field = TextField()
    /// A palette in which this is typed.
    init(field: TextField = TextField()) {
        self.field = field
    }

    /// The chosen one of the commands found.
    var selected = 0

    /// The commands, and the sources to go over to, in which every word typed is found, in whichever order, the best
    /// first; all in their own order while nothing is typed.
    func entries(_ state: DashboardState) -> [PaletteEntry] { matches(state).map(\.entry) }

    /// The same, with where the words were found.
    func matches(_ state: DashboardState) -> [PaletteMatch] {
        let found = matches(among: PaletteEntry.all(in: state))
        guard let typed = PaletteEntry.typed(field.text), let match = PaletteMatch(typed, words: []) else {
            return found
        }
        return [match] + found.filter { $0.entry.title != typed.title }
    }

    func matches(among entries: [PaletteEntry]) -> [PaletteMatch] {
        let words = field.text.lowercased().split(separator: " ").map(Array.init)
        let found = entries.compactMap { PaletteMatch($0, words: words) }
        guard !words.isEmpty else { return found }
        // In their own order where they match equally well: sorting keeps nothing by itself.
        return found.enumerated().sorted { left, right in
            (right.element.score, left.offset) < (left.element.score, right.offset)
        }.map(\.element)
    }
}

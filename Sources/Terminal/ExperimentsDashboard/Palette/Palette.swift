import ExperimentsSupport

/// Commands found by typing part of their name, and what may follow it.
struct Palette: Sendable {
    /// The typed text.
    var field = TextField()
    /// The chosen one of the commands found.
    var selected = 0

    /// A palette in which this is typed.
    init(field: TextField = TextField()) {
        self.field = field
    }

    /// Returns the matching entries, the best first.
    func entries(_ state: DashboardState) -> [PaletteEntry] { matches(state).map(\.entry) }

    /// The same, with where the words were found.
    ///
    /// Behind the name of a command that takes an argument, only that is looked for: `theme no` must not find another
    /// command in which those letters stand.
    func matches(_ state: DashboardState) -> [PaletteMatch] {
        guard let (command, argument, typed) = typedCommand else {
            return matches(among: PaletteEntry.all(in: state), state.memory.commandUse)
        }
        var texts = argument.completions(of: typed, state)
        if argument.isFree, !typed.isEmpty {
            texts.removeAll { $0 == typed }
            texts.insert(typed, at: 0)
        }
        return texts.map { PaletteMatch(PaletteEntry(command: command, argument: $0), typed: typed) }
    }

    /// Those in which every word typed is found, in whichever order; all in their own order while nothing is typed.
    func matches(among entries: [PaletteEntry], _ use: CommandUse = CommandUse()) -> [PaletteMatch] {
        let words = field.text.lowercased().split(scalar: " ").map(Array.init)
        let found = entries.compactMap { PaletteMatch($0, words: words, use: use) }
        guard !words.isEmpty else { return found }
        // In their own order where they match equally well: sorting keeps nothing by itself.
        return found.enumerated().sorted { left, right in
            (right.element.score, left.offset) < (left.element.score, right.offset)
        }.map(\.element)
    }

    /// Why nothing is found.
    var nothingFound: String {
        let clears = KeyHint.empty.words("clears")
        guard let (_, argument, typed) = typedCommand else { return "no command of this name; \(clears)" }
        let label = argument.label.lowercased()
        return typed.isEmpty ? "type what is to follow: \(label) …" : "no such \(label); \(clears)"
    }

    /// The command that is typed in full, and what follows it.
    private var typedCommand: (Command, CommandArgument, String)? {
        let text = field.text.drop { $0 == " " }
        let word = text.prefix { $0 != " " }
        guard text.count > word.count, let command = PaletteEntry.command(called: word), let argument = command.argument
        else { return nil }
        let typed = String(text.dropFirst(word.count).drop { $0 == " " })
        // What follows may be a word of the title, too: “sort by the next column”.
        if !argument.isFree, !typed.isEmpty, command.title.lowercased().contains(" " + typed.lowercased()) {
            return nil
        }
        return (command, argument, typed)
    }
}

import ExperimentsCore
import ExperimentsSupport

/// The palette: commands found by typing a part of their name, and their arguments.
struct Palette: Sendable {
    /// The typed text.
    var field = TextField()
    /// The index of the selected entry.
    var selected = 0

    /// Creates a palette with a text.
    init(field: TextField = TextField()) {
        self.field = field
    }

    /// Returns the matching entries, the best first.
    func entries(_ state: DashboardState) -> [PaletteEntry] { matches(state).map(\.entry) }

    /// Returns the matching entries, with the places of the words.
    ///
    /// After the name of a command that takes an argument, only arguments are searched: `theme no` must not find another
    /// command that contains those letters.
    func matches(_ state: DashboardState) -> [PaletteMatch] {
        guard let (command, argument, typed) = typedCommand else {
            let found = matches(among: PaletteEntry.all(in: state), state.memory.commandUse)
            let keys = keys(state).map {
                PaletteMatch(PaletteEntry(command: .goToKey, argument: $0), typed: typedWord)
            }
            return screen(state).map { [PaletteMatch($0, typed: "")] + found } ?? found + keys
        }
        var texts = argument.completions(of: typed, state)
        if argument.isFree, !typed.isEmpty {
            texts.removeAll { $0 == typed }
            texts.insert(typed, at: 0)
        }
        return texts.map { PaletteMatch(PaletteEntry(command: command, argument: $0), typed: typed) }
    }

    private var typedWord: String { field.text.lowercased() }

    /// The maximum number of keys to offer.
    private static let mostKeys = 6
    /// The minimum number of letters with which keys are searched.
    private static let leastLetters = 2

    /// Returns the names of keys that contain the typed text: first those that begin with it.
    private func keys(_ state: DashboardState) -> [String] {
        let typed = typedWord
        guard typed.utf8.count >= Self.leastLetters, !typed.contains(" ") else { return [] }
        var beginning: [String] = []
        var others: [String] = []
        for row in state.source.report.rows where row.name.lowercased().contains(typed) {
            if row.name.lowercased().hasPrefix(typed) {
                beginning.append(row.name)
            } else {
                others.append(row.name)
            }
            if beginning.count >= Self.mostKeys { break }
            if others.count > Self.mostKeys { others.removeLast() }
        }
        return Array((beginning + others).prefix(Self.mostKeys))
    }

    /// Returns the entry of the screen with the typed number.
    private func screen(_ state: DashboardState) -> PaletteEntry? {
        guard let number = Int(field.text) else { return nil }
        if number == 0 { return PaletteEntry(command: .showHome) }
        return state.project.keyMap.all.first { $0.screen?.number == number }.map {
            PaletteEntry(command: $0)
        }
    }

    /// Returns the entries that contain every typed word, in any order. While nothing is typed, returns all in their
    /// usual order.
    func matches(among entries: [PaletteEntry], _ use: CommandUse = CommandUse()) -> [PaletteMatch] {
        let words = field.text.lowercased().split(scalar: " ").map(Array.init)
        var found = entries.compactMap { PaletteMatch($0, words: words, use: use) }
        guard !words.isEmpty else { return found }
        // Letters with others between them find something only if nothing else does.
        if found.isEmpty {
            found = entries.compactMap { PaletteMatch($0, words: words, use: use, skipping: true) }
        }
        // Entries that match equally well stay in order: `sort` is not stable.
        return found.enumerated().sorted { left, right in
            (right.element.score, left.offset) < (left.element.score, right.offset)
        }.map(\.element)
    }

    /// The reason why nothing is found.
    var nothingFound: String {
        let clears = KeyHint.empty.words("clears")
        guard let (_, argument, typed) = typedCommand else { return "no such command; \(clears)" }
        return typed.isEmpty
            ? "continue typing: \(argument.label.lowercased()) …" : "no match for \"\(typed)\"; \(clears)"
    }

    /// The command that is typed in full, with the text of its argument.
    private var typedCommand: (Command, CommandArgument, String)? {
        let text = field.text.drop { $0 == " " }
        let word = text.prefix { $0 != " " }
        guard text.count > word.count, let command = PaletteEntry.command(called: word),
            let argument = command.argument
        else { return nil }
        let typed = String(text.dropFirst(word.count).drop { $0 == " " })
        // The text after the name may also be words of the title: “sort by the next column”.
        if !argument.isFree, !typed.isEmpty, command.title.lowercased().contains(" " + typed.lowercased()) {
            return nil
        }
        return (command, argument, typed)
    }
}

extension Palette: Panel {
    private static let run = KeyHint(.enter, "run")
    private static let complete = KeyHint(.tab, "complete")

    var typedField: TextField? { field }

    var escapeWord: String { "cancel" }

    func hints(_ state: DashboardState) -> [KeyHint] { [Self.run, Self.complete, escapeHint] }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        let entries = entries(state)
        switch (press.key, press.modifiers) {
        case (.escape, _): return .close()
        case (.enter, _):
            // Without a match there is nothing to run. The text stays, to be corrected.
            return entries.indices.contains(selected) ? .close(entries[selected].effects) : .stay()
        case (.tab, _):
            guard entries.indices.contains(selected) else { return .stay() }
            field = TextField(entries[selected].typedText)
            selected = 0
        case (.down, _), (.character("n"), .control): selected = min(selected + 1, max(0, entries.count - 1))
        case (.up, _), (.character("p"), .control): selected = max(0, selected - 1)
        default:
            if field.handle(press) { selected = 0 }
        }
        return .stay()
    }

    mutating func paste(_ text: String, _ state: DashboardState) {
        field.insert(text)
        selected = 0
    }

    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer {
        guard let choice = choices(count: entries(state).count, state).choice(at: point) else {
            return .stay()
        }
        selected = choice
        return handle(KeyPress(.enter), state)
    }

    /// Returns the places of the entries, on a screen of the state's size.
    func choices(count: Int, _ state: DashboardState) -> ChoiceList {
        let list = Box.inside(Self.size(in: state), on: CellRect(state.size)).splitTop(1).rest
        return ChoiceList(selected: selected, count: count, in: list)
    }

    private static let leastColumns = 52
    private static let mostColumns = 100
    private static let leastRows = 16

    /// Returns the size of the inside of its box: a line for the text, and the entries with their keys or the reasons
    /// why they cannot run. The size does not depend on the matches, so that the box does not change while typing.
    static func size(in state: DashboardState) -> CellSize {
        let entries = PaletteEntry.all(in: state)
        let widest = entries.reduce(leastColumns) { width, entry in
            max(width, 2 + DisplayText(entry.title).width + 2 + DisplayText(entry.hint(in: state)).width)
        }
        return CellSize(
            columns: min(widest, mostColumns, max(leastColumns, state.size.columns - 6)),
            rows: min(entries.count + 1, max(3, state.size.rows - 6), max(leastRows, state.size.rows / 2)))
    }
}

// Commands by name, with their keys, and why some cannot run now.
extension Palette {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let (top, list) = Box.draw("Commands", size: Palette.size(in: state), on: &canvas).splitTop(1)
        let matches = matches(state)
        let texts = matches.map { Self.text($0.entry, state, width: list.columns - 2) }
        if texts.isEmpty {
            canvas.put(nothingFound, at: list.origin, .dim, maxColumns: list.columns)
        } else {
            let choices = choices(count: texts.count, state)
            choices.draw(texts, &canvas)
            Self.mark(matches, choices, columns: list.columns, on: &canvas)
        }
        canvas.put(": ", at: top.origin, .prompt)
        field.draw(
            at: CellPoint(column: top.column + 2, row: top.row), width: top.columns - 2, .prompt, &canvas)
    }

    /// Marks the letters that were found.
    private static func mark(
        _ matches: [PaletteMatch], _ choices: ChoiceList, columns: Int, on canvas: inout Canvas
    ) {
        for choice in choices.visible {
            let line = choices.line(of: choice)
            for letter in matches[choice].letters where letter + 2 < columns {
                canvas.frame.layer(
                    canvas.theme[.filterMatch],
                    over: CellRect(column: line.column + 2 + letter, row: line.row, columns: 1, rows: 1))
            }
        }
    }

    private static func text(_ entry: PaletteEntry, _ state: DashboardState, width: Int) -> String {
        let right = entry.hint(in: state)
        let gap = max(2, width - DisplayText(entry.title).width - DisplayText(right).width)
        return entry.title + String(repeating: " ", count: gap) + right
    }
}

/// A command in which the words of a query were found.
struct PaletteMatch: Sendable {
    /// The command.
    let entry: PaletteEntry
    /// The quality of the match; more is better.
    private(set) var score = 0
    /// The letters of its title that were found, from 0.
    private(set) var letters: Set<Int> = []

    /// The score for the whole name of a command, or a synonym.
    private static let nameScore = 200
    /// The score for a match within a word.
    private static let partScore = 20
    /// The minimum length of a word with a typing mistake. Shorter words have too many neighbors.
    private static let leastMisspelt = 4

    /// Creates a match. Returns nil unless each word, in lower case, is found: as a part of the title, as an
    /// abbreviation of it, as a part of one of the command's names, or as any of these with a typing mistake.
    ///
    /// - Parameter skips: whether a word is also found by some of its letters.
    init?(
        _ entry: PaletteEntry, words: [[Character]], use: CommandUse = CommandUse(),
        skipping skips: Bool = false
    ) {
        self.entry = entry
        let title = Array(entry.title.lowercased())
        let names = entry.otherNames
        for word in words {
            let usual = Self.match(word, title: title, names: names, isAlone: words.count == 1)
            guard let match = usual ?? (skips ? Self.skipping(word, in: title, or: names) : nil) else {
                return nil
            }
            letters.formUnion(match.letters)
            score += match.score
        }
        if !words.isEmpty { score += use.weight(of: entry.command) }
    }

    /// Returns the best way to find a word, and the matching letters of the title.
    private static func match(
        _ word: [Character], title: [Character], names: [String], isAlone: Bool
    ) -> (letters: [Int], score: Int)? {
        let part = part(word, of: title)
        if isAlone, names.contains(String(word)) {
            return (part ?? letters(word, of: title) ?? [], nameScore)
        }
        if let part { return (part, score(part, in: title) + partScore) }
        let isInName = names.contains { $0.contains(String(word)) }
        let found = [
            letters(word, of: title).map { (letters: $0, score: score($0, in: title)) },
            misspelt(word, in: title, or: names), isInName ? (letters: [], score: word.count) : nil,
        ]
        return found.compactMap(\.self).max { $0.score < $1.score }
    }

    /// The minimum number of letters that find a word with others between them.
    private static let leastSkipping = 3

    /// Finds a word of the title or of a name that begins with the first letter and has the others in this order:
    /// `tmln` finds “timeline”.
    private static func skipping(
        _ word: [Character], in title: [Character], or names: [String]
    ) -> (letters: [Int], score: Int)? {
        guard word.count >= leastSkipping else { return nil }
        func places(_ letters: some Sequence<(Int, Character)>) -> [Int]? {
            var places: [Int] = []
            for (place, letter) in letters where places.count < word.count {
                if letter == word[places.count] { places.append(place) } else if places.isEmpty { return nil }
            }
            return places.count == word.count ? places : nil
        }
        let words = title.indices.split { title[$0] == " " || title[$0] == "-" }
        for part in words {
            if let found = places(part.map { ($0, title[$0]) }) { return (found, -part.count) }
        }
        let parts = names.flatMap { $0.split(separator: "-").map(Array.init) }
        let shortest = parts.filter { places(zip($0.indices, $0).map { ($0, $1) }) != nil }.map(\.count).min()
        return shortest.map { ([], -$0 - 1) }
    }

    /// Finds the word of the title or the names that was probably meant.
    private static func misspelt(
        _ word: [Character], in title: [Character], or names: [String]
    ) -> (letters: [Int], score: Int)? {
        guard word.count >= leastMisspelt else { return nil }
        let parts = title.indices.split { title[$0] == " " || title[$0] == "," || title[$0] == ":" }
        let words = parts.map { part in String(part.map { title[$0] }) }
        guard
            let nearest = SpellingSuggestion.nearest(
                to: String(word), in: (words + names).filter { $0.count >= leastMisspelt })
        else { return nil }
        let place = words.firstIndex(of: nearest)
        // This is more than for letters of several words, and less than for the exact text.
        return (place.map { Array(parts[$0]) } ?? [], 12 * word.count + 12 - title.count / 8)
    }

    /// Matches the typed argument after a command's name.
    init(_ entry: PaletteEntry, typed: String) {
        self.entry = entry
        let title = Array(entry.title.lowercased())
        letters = Set(Self.part(Array(typed.lowercased()), of: title) ?? [])
    }

    /// Matches the whole word, preferably at the start of a word of the title.
    private static func part(_ word: [Character], of title: [Character]) -> [Int]? {
        let starts = title.indices.filter { title[$0...].starts(with: word) }
        let start = starts.first { isStart($0, of: title) } ?? starts.first
        return start.map { Array($0..<$0 + word.count) }
    }

    /// Matches the word as an abbreviation: each of its letters follows the one before, or begins a word of the title.
    /// `sov` finds “Set an override”. Letters at arbitrary places would find unrelated titles.
    private static func letters(_ word: [Character], of title: [Character]) -> [Int]? {
        for start in title.indices where title[start] == word.first && isStart(start, of: title) {
            var places = [start]
            for letter in word.dropFirst() {
                guard let place = place(of: letter, in: title, after: places[places.count - 1]) else { break }
                places.append(place)
            }
            if places.count == word.count { return places }
        }
        return nil
    }

    private static func place(of letter: Character, in title: [Character], after last: Int) -> Int? {
        let rest = title[(last + 1)...]
        if rest.first == letter { return last + 1 }
        return rest.indices.first { rest[$0] == letter && isStart($0, of: title) }
    }

    private static func isStart(_ index: Int, of title: [Character]) -> Bool {
        index == 0 || title[index - 1] == " "
    }

    private static func score(_ places: [Int], in title: [Character]) -> Int {
        var score = 0
        for (index, place) in places.enumerated() {
            if isStart(place, of: title) { score += place == 0 ? 6 : 4 }
            if index > 0, places[index - 1] + 1 == place { score += 3 }
        }
        return score * 4 - title.count / 8
    }
}

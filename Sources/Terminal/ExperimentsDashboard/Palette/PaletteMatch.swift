/// A command in which the words of a query were found.
struct PaletteMatch: Sendable {
    /// The command.
    let entry: PaletteEntry
    /// The quality of the match; more is better.
    private(set) var score = 0
    /// The letters of its title that were found, from 0.
    private(set) var letters: Set<Int> = []

    /// The score for typing a command's own name, or another word for it, in full.
    private static let nameScore = 200

    /// Nil if one of the words, in lower case, is not found: as a part of the title, as an abbreviation of it, or as
    /// a part of one of the command's names.
    init?(_ entry: PaletteEntry, words: [[Character]], use: CommandUse = CommandUse()) {
        self.entry = entry
        let title = Array(entry.title.lowercased())
        let names = entry.otherNames
        for word in words {
            let places = Self.part(word, of: title) ?? Self.letters(word, of: title)
            let isName = words.count == 1 && names.contains(String(word))
            guard places != nil || names.contains(where: { $0.contains(String(word)) }) else { return nil }
            letters.formUnion(places ?? [])
            score += isName ? Self.nameScore : places.map { Self.score($0, in: title) } ?? word.count
        }
        if !words.isEmpty { score += use.weight(of: entry.command) }
    }

    /// Matches the argument that was typed so far after a command's name.
    init(_ entry: PaletteEntry, typed: String) {
        self.entry = entry
        let title = Array(entry.title.lowercased())
        letters = Set(Self.part(Array(typed.lowercased()), of: title) ?? [])
    }

    /// The word as a whole: at the start of a word of the title rather than inside one.
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

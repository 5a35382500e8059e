import ExperimentsCore

/// What the rows of a list must contain: words that must all occur, in any field and any case; `!word` must not.
public struct Filter: Sendable, Hashable {
    /// The text as typed.
    public var text: String

    /// A filter of this text; an empty one lets everything through.
    public init(_ text: String = "") {
        self.text = text
    }

    /// Whether everything passes.
    public var isEmpty: Bool { terms.isEmpty }

    /// The words that must occur, for marking them.
    var wantedWords: [String] { terms.filter { !$0.isExcluded }.map(\.word) }

    private var terms: [(word: String, isExcluded: Bool)] {
        text.split(separator: " ").compactMap { part in
            guard part.hasPrefix("!"), part.count > 1 else { return part == "!" ? nil : (String(part), false) }
            return (String(part.dropFirst()), true)
        }
    }

    /// Which rows of an index pass; nil where all do.
    func passing(in index: SearchIndex) -> [Bool]? {
        var result: [Bool]?
        for term in terms {
            var found = index.rows(containing: term.word)
            if term.isExcluded { for position in found.indices { found[position].toggle() } }
            if let before = result { for position in found.indices where !before[position] { found[position] = false } }
            result = found
        }
        return result
    }

    /// Whether a text that is not in an index passes.
    func passes(_ text: String) -> Bool {
        let text = text.lowercased()
        return terms.allSatisfy { text.contains($0.word.lowercased()) != $0.isExcluded }
    }
}

import ExperimentsCore

/// Groups of names that begin with the same word: `checkout_title` and `checkout_steps` are in `Checkout`.
package struct PrefixGroups: Sendable, Hashable {
    /// How many words all names begin with: they set none off from another.
    private let depth: Int
    private let counts: [String: Int]

    /// - Parameter names: all names.
    package init(_ names: [String]) {
        let words = names.map(Self.words)
        var depth = 0
        if let first = words.first, words.count > 1 {
            while words.allSatisfy({ $0.count > depth + 1 && $0[depth] == first[depth] }) { depth += 1 }
        }
        self.depth = depth
        counts = words.compactMap { Self.prefix(of: $0, depth) }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// Returns the group of a name; nil if no other name has the same beginning.
    package func group(of name: String) -> String? {
        guard let prefix = Self.prefix(of: Self.words(name), depth), counts[prefix, default: 0] > 1 else { return nil }
        return prefix.prefix(1).uppercased() + prefix.dropFirst()
    }

    /// The first word of a name that sets it off; nil where the name is that word and no more.
    private static func prefix(of words: [String], _ depth: Int) -> String? {
        words.count > depth + 1 ? words[depth] : nil
    }

    /// Returns the words of a name in lower case. They are separated by punctuation, and by a capital letter after a
    /// small one.
    static func words(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasSmall = false
        for character in name {
            let isMark = !character.isLetter && !character.isNumber
            if isMark || (wasSmall && character.isUppercase) {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if !isMark { word += character.lowercased() }
            wasSmall = character.isLowercase
        }
        return word.isEmpty ? words : words + [word]
    }
}

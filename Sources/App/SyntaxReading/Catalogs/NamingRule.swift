/// A rule that makes the names of keys from those of properties.
package enum NamingRule: String {
    case snakeCase, kebabCase, asWritten

    /// Returns the name for a property: `itemsPerRow` becomes `items_per_row`.
    package func name(of property: String) -> String {
        switch self {
        case .snakeCase: words(of: property).joined(separator: "_")
        case .kebabCase: words(of: property).joined(separator: "-")
        case .asWritten: property
        }
    }

    /// Returns the words in lower case. A word begins at a capital letter. Several capitals in a row are one word,
    /// except that the last one begins a new word if a small letter follows it: `openURLTwice` is open, url, twice.
    private func words(of property: String) -> [String] {
        let letters = Array(property)
        var words: [String] = []
        for (index, letter) in letters.enumerated() {
            let isFollowedBySmall = index + 1 < letters.count && letters[index + 1].isLowercase
            let beginsWord = letter.isUppercase && (index > 0 && !letters[index - 1].isUppercase || isFollowedBySmall)
            if letter == "_" || words.isEmpty || beginsWord { words.append("") }
            if letter != "_" { words[words.count - 1] += letter.lowercased() }
        }
        return words.filter { !$0.isEmpty }
    }
}

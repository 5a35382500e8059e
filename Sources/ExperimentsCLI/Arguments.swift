/// The words of the command line.
struct Arguments {
    /// The words as they were given.
    let words: [String]

    init(_ words: [String]) {
        self.words = words
    }

    /// The words for the argument parser, which takes `-5` for an option unless it stands after `--`: negative numbers
    /// are moved there. No option has a number for a name.
    var forParser: [String] {
        guard !words.contains("--"), words.contains(where: Self.isNegativeNumber) else { return words }
        return words.filter { !Self.isNegativeNumber($0) } + ["--"] + words.filter(Self.isNegativeNumber)
    }

    /// Whether standard output is for JSON.
    var asksForJSON: Bool { words.prefix { $0 != "--" }.contains("--json") }

    /// The first word that is not an option, where it should name a subcommand.
    var subcommand: String? { words.first { !$0.hasPrefix("-") } }

    private static func isNegativeNumber(_ word: String) -> Bool {
        guard word.hasPrefix("-"), let digit = word.dropFirst().first else { return false }
        return digit == "." || ("0"..."9").contains(digit)
    }
}

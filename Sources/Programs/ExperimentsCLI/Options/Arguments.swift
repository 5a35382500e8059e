import ArgumentParser
import ExperimentsSupport

/// The words of the command line.
struct Arguments {
    /// The words as they were given.
    let words: [String]

    init(_ words: [String]) {
        self.words = words
    }

    /// The words for the argument parser, which takes `-5` for an option, whatever stands before it. No option has a
    /// number for a name: after an option that wants a value, the number is that value (`--filter=-5`); else it is one of
    /// the command's own words, which the parser takes after `--`.
    ///
    /// - Parameter root: the command that the words are for; looked into only where there is a negative number.
    func forParser(_ root: any ParsableCommand.Type) throws -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        guard words[..<end].contains(where: Self.isNegativeNumber) else { return words }
        var place = try CommandPlace(root)
        var kept: [String] = []
        var numbers: [String] = []
        var wantsValue = false
        for word in words[..<end] {
            if wantsValue, Self.isNegativeNumber(word) {
                kept[kept.count - 1] += "=" + word
            } else if !wantsValue, Self.isNegativeNumber(word) {
                numbers.append(word)
                continue
            } else {
                kept.append(word)
            }
            wantsValue = try !wantsValue && place.wantsValue(after: word)
        }
        let rest = numbers + words[end...].dropFirst()
        return rest.isEmpty ? kept : kept + ["--"] + rest
    }

    /// Whether standard output is for JSON.
    var asksForJSON: Bool {
        let options = words.prefix { $0 != "--" }
        return options.contains("--json") || options.contains("--format=json")
            || zip(options, options.dropFirst()).contains { $0 == "--format" && $1 == "json" }
    }

    private static func isNegativeNumber(_ word: String) -> Bool {
        guard word.hasScalarPrefix("-"), let digit = word.dropFirst().first else { return false }
        return digit == "." || ("0"..."9").contains(digit)
    }
}

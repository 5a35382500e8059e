import ArgumentParser
import ExperimentsOperator
import ExperimentsSupport
import Foundation

/// The help of a command in reading order: what it does, its usage, examples, its own arguments and options or its
/// subcommands, and last the options that many commands have.
struct HelpPage {
    private static let lastTitles = ["OPTIONS:", "DASHBOARD OPTIONS:", "GLOBAL OPTIONS:"]
    /// The end of the title of a group of subcommands, which is redundant.
    private static let groupEnding = " SUBCOMMANDS:"
    private static let usageTitle = "USAGE:"

    let text: String

    /// - Parameters:
    ///   - parserText: the help of the argument parser; any other text is not changed.
    ///   - root: the program's command.
    init(_ parserText: String, of root: any ParsableCommand.Type) {
        let (parserText, ending) = Self.withoutEnding(Self.inWordsOfOptions(parserText))
        var sections = Self.sections(of: parserText)
        guard let usage = sections.firstIndex(where: { $0.hasPrefix(Self.usageTitle) }) else {
            text = parserText
            return
        }
        let examples =
            (Self.command(inUsage: sections[usage], root) as? any ExemplifiedCommand.Type)?.examples ?? [:]
        sections[usage] = sections[usage].withOptionalOptions
        if !examples.isEmpty { sections.insert(Self.section(examples), at: usage + 1) }
        let last = Self.lastTitles.flatMap { title in sections.filter { $0.hasPrefix(title) } }
        let first = sections.filter { section in !Self.lastTitles.contains { section.hasPrefix($0) } }
        text = (first.map(Self.withShortTitle) + last + ending).joined(separator: "\n\n") + "\n"
    }

    /// Returns the parser's help or completion script without full stops after the descriptions of its own options.
    static func inWordsOfOptions(_ parserText: String) -> String {
        parserText.replacing("Show the version.", with: "Show the version").replacing(
            "Show help information.", with: "Show help")
    }

    /// Returns the text without the line below the subcommands about their help, and that line.
    private static func withoutEnding(_ text: String) -> (text: String, ending: [String]) {
        guard let range = text.range(of: "\n\n  See '", options: .backwards) else { return (text, []) }
        return (
            String(text[..<range.lowerBound]),
            [ParserText.requoted(text[range.lowerBound...].trimmingCharacters(in: .whitespacesAndNewlines))]
        )
    }

    /// Returns the parts that begin with a title in capitals, without the empty lines between them.
    private static func sections(of text: String) -> [String] {
        var sections: [[Substring]] = []
        for line in text.split(scalar: "\n", omittingEmptySubsequences: false) {
            if sections.isEmpty || isTitle(line) { sections.append([]) }
            sections[sections.count - 1].append(line)
        }
        return sections.map { lines in
            lines.reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n")
        }
    }

    private static func isTitle(_ line: Substring) -> Bool {
        guard let colon = line.unicodeScalars.firstIndex(of: ":"), colon > line.startIndex else {
            return false
        }
        return line[..<colon].allSatisfy { ("A"..."Z").contains($0) || $0 == " " } && line.first != " "
    }

    /// Returns the command in a usage line such as `USAGE: experiments override set <key> …`.
    private static func command(
        inUsage usage: String, _ root: any ParsableCommand.Type
    ) -> (any ParsableCommand.Type)? {
        let words = usage.dropFirst(usageTitle.count).split(scalar: " ").dropFirst().map(String.init)
        return try? CommandPlace(root, after: words).commands.last
    }

    private static func section(_ examples: KeyValuePairs<String, String>) -> String {
        examples.reduce("EXAMPLES:") { "\($0)\n  \($1.key)\n      \($1.value)" }
    }

    /// Returns a section with only the name of its group of subcommands as the title: `KEYS:`.
    private static func withShortTitle(_ section: String) -> String {
        guard let (title, rest) = section.cut(atFirst: "\n"), title.hasSuffix(groupEnding) else {
            return section
        }
        return "\(title.dropLast(groupEnding.count)):\n\(rest)"
    }
}

/// A command whose help has examples.
protocol ExemplifiedCommand: ParsableCommand {
    /// Whole lines, `experiments list --filter status:missing`, each with its effect in a sentence without a full stop.
    static var examples: KeyValuePairs<String, String> { get }
}

import ArgumentParser
import ExperimentsSupport
import Foundation

/// The help of a command, in the order in which it is read: what the command does, how it is used, examples, its own
/// arguments and options, and last the options that every command takes.
struct HelpPage {
    private static let lastTitle = "GLOBAL OPTIONS:"
    private static let usageTitle = "USAGE:"

    let text: String

    /// - Parameters:
    ///   - parserText: the help as the argument parser writes it; any other text is left as it is.
    ///   - root: the command that is the program.
    init(_ parserText: String, of root: any ParsableCommand.Type) {
        var sections = Self.sections(of: parserText)
        guard let usage = sections.firstIndex(where: { $0.hasPrefix(Self.usageTitle) }) else {
            text = parserText
            return
        }
        let examples = (Self.command(inUsage: sections[usage], root) as? any ExemplifiedCommand.Type)?.examples ?? []
        sections[usage] = sections[usage].withOptionalOptions
        if !examples.isEmpty { sections.insert(Self.section(examples), at: usage + 1) }
        let isLast = sections.map { $0.hasPrefix(Self.lastTitle) }
        let ordered =
            zip(sections, isLast).filter { !$0.1 }.map(\.0) + zip(sections, isLast).filter(\.1).map(\.0)
        text = ordered.joined(separator: "\n\n") + "\n"
    }

    /// The parts that begin with a title in capitals, without the empty lines between them.
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
        guard let colon = line.unicodeScalars.firstIndex(of: ":"), colon > line.startIndex else { return false }
        return line[..<colon].allSatisfy { ("A"..."Z").contains($0) || $0 == " " } && line.first != " "
    }

    /// The command that `USAGE: experiments override set <key> …` speaks of.
    private static func command(
        inUsage usage: String, _ root: any ParsableCommand.Type
    ) -> (any ParsableCommand.Type)? {
        let words = usage.dropFirst(usageTitle.count).split(scalar: " ").dropFirst().map(String.init)
        return try? CommandPlace(root, after: words).commands.last
    }

    private static func section(_ examples: [CommandExample]) -> String {
        examples.reduce("EXAMPLES:") { "\($0)\n  \($1.line)\n      \($1.meaning)." }
    }
}

extension String {
    /// A usage whose options need not be given. Where a command has many, the parser writes them as if some had to be.
    var withOptionalOptions: String { replacingOccurrences(of: " <options>", with: " [<options>]") }
}

/// An example of a command line, with its effect.
struct CommandExample {
    /// The whole line: `experiments list --filter status:missing`.
    let line: String
    /// The effect of the command, in a sentence without a full stop.
    let meaning: String

    init(_ line: String, _ meaning: String) {
        (self.line, self.meaning) = (line, meaning)
    }
}

/// A command whose help shows how it is used.
protocol ExemplifiedCommand: ParsableCommand {
    static var examples: [CommandExample] { get }
}

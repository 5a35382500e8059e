import ExperimentsSupport

/// A word of a command line with placeholders: `https://tickets.example.com/{key}`.
///
/// Only the names of facts in braces are placeholders, so that JSON and patterns need no escapes. `{{key}}` stands for
/// `{key}` itself.
public struct CommandWord: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case text(String)
        case fact(CommandFact)
    }

    /// The word as written.
    let written: String
    private let parts: [Part]
    /// Words in braces that are not placeholders, with the placeholder that was probably meant.
    let doubts: [(word: String, meant: CommandFact)]

    /// Parses a word. The text of facts is not parsed for placeholders.
    public init(_ text: String) {
        var parts: [Part] = []
        var doubts: [(word: String, meant: CommandFact)] = []
        var plain = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if scalar == "{", let (name, end, isDoubled) = Self.braced(rest) {
                let meant = SpellingSuggestion.nearest(to: name, in: CommandFact.allCases.map(\.rawValue))
                    .flatMap(CommandFact.init)
                if meant != nil, isDoubled {
                    plain.append(contentsOf: "{\(name)}".unicodeScalars)
                    rest = rest[end...]
                    continue
                }
                if let meant, meant.rawValue == name {
                    if !plain.isEmpty { parts.append(.text(String(plain))) }
                    plain = String.UnicodeScalarView()
                    parts.append(.fact(meant))
                    rest = rest[end...]
                    continue
                }
                if let meant { doubts.append((name, meant)) }
            }
            plain.append(scalar)
            rest = rest.dropFirst()
        }
        if !plain.isEmpty || parts.isEmpty { parts.append(.text(String(plain))) }
        written = text
        self.parts = parts
        self.doubts = doubts
    }

    /// Returns the name in braces at the start of a text, and the index after it.
    private static func braced(
        _ text: Substring.UnicodeScalarView
    ) -> (name: String, end: String.Index, isDoubled: Bool)? {
        let inside = text.dropFirst()
        let isDoubled = inside.first == "{"
        let name = inside.dropFirst(isDoubled ? 1 : 0).prefix { ("a"..."z").contains($0) }
        let closing = inside[name.endIndex...].prefix(isDoubled ? 2 : 1)
        guard !name.isEmpty, closing.elementsEqual((isDoubled ? "}}" : "}").unicodeScalars) else {
            return nil
        }
        return (String(name), closing.endIndex, isDoubled)
    }

    /// The facts that it uses.
    var facts: [CommandFact] {
        parts.compactMap { part in if case .fact(let fact) = part { fact } else { nil } }
    }

    /// Returns the word with facts in place of the placeholders.
    func text(_ facts: [CommandFact: String]) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let plain): text += plain
            case .fact(let fact): text += facts[fact] ?? ""
            }
        }
    }

    /// The word as written, in quotes if a shell would split it.
    var quoted: String { ShellWord.quoted(written) }

    public static func == (left: CommandWord, right: CommandWord) -> Bool { left.written == right.written }
    public func hash(into hasher: inout Hasher) { hasher.combine(written) }
}

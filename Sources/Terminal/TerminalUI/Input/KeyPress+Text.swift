import ExperimentsSupport

/// A key's name that cannot be understood.
public struct KeyPressProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The name as it was written.
    public let text: String

    /// What is wrong with it and what was expected.
    public let reason: String

    /// One sentence for people.
    public var description: String { "“\(text)” is not a key: \(reason)" }
}

extension KeyPress: CustomStringConvertible {
    /// Reads `g`, `G`, `ctrl-d`, `alt-b`, `shift-Tab`, `F5`, `PgDn`, `space`. Case matters for single characters only.
    public init(parsing text: String) throws(KeyPressProblem) {
        var modifiers: KeyModifiers = []
        var name = Substring(text)
        while name.count > 1, let dash = name.dropFirst().firstIndex(of: "-"), name.index(after: dash) < name.endIndex {
            let prefix = name[..<dash].lowercased()
            guard let modifier = Self.modifierNames[prefix] else {
                throw KeyPressProblem(
                    text: text,
                    reason: "“\(name[..<dash])” is not a modifier; there are ctrl, alt and shift, as in ctrl-d")
            }
            modifiers.insert(modifier)
            name = name[name.index(after: dash)...]
        }
        guard let key = try Self.key(named: name, in: text) else {
            throw KeyPressProblem(text: text, reason: Self.advice(for: name))
        }
        self.init(key, modifiers: modifiers)
    }

    /// The name that `init(parsing:)` reads, in one fixed spelling.
    public var description: String {
        var text = ""
        if modifiers.contains(.control) { text += "ctrl-" }
        if modifiers.contains(.alt) { text += "alt-" }
        if modifiers.contains(.shift) { text += "shift-" }
        return text + keyName
    }

    private var keyName: String {
        switch key {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .function(let number): "F\(number)"
        case .backTab: "shift-Tab"
        default: Self.keyNames.first { $0.key == key }?.name ?? "?"
        }
    }

    private static func key(named name: Substring, in text: String) throws(KeyPressProblem) -> Key? {
        if name.count == 1, let character = name.first {
            guard let scalar = character.unicodeScalars.first, scalar.value >= 0x20, scalar.value != 0x7f else {
                throw KeyPressProblem(text: text, reason: "a control character is written like ctrl-d")
            }
            return .character(character)
        }
        let lower = name.lowercased()
        if let key = (keyNames + otherKeyNames).first(where: { $0.name.lowercased() == lower })?.key { return key }
        if lower.hasScalarPrefix("f"), lower.dropFirst().allSatisfy(\.isWholeNumber),
            let number = Int(lower.dropFirst())
        {
            guard (1...63).contains(number) else {
                throw KeyPressProblem(text: text, reason: "function keys go from F1 to F63")
            }
            return .function(number)
        }
        return nil
    }

    private static func advice(for name: Substring) -> String {
        if name.isEmpty { return "it is empty; write one character, or a name such as Enter or F5" }
        let names = (keyNames + otherKeyNames).map(\.name)
        if let nearest = SpellingSuggestion.nearest(to: String(name), in: names) { return "did you mean \(nearest)?" }
        return "write one character, or space, Tab, Enter, Esc, Backspace, Delete, Insert, Up, Down, Left, Right, Home,"
            + " End, PgUp, PgDn or F1 to F63"
    }

    private static let modifierNames: [String: KeyModifiers] = [
        "ctrl": .control, "control": .control, "alt": .alt, "meta": .alt, "option": .alt, "shift": .shift,
    ]

    private static let keyNames: [(name: String, key: Key)] = [
        ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home), ("End", .end),
        ("PgUp", .pageUp), ("PgDn", .pageDown), ("Tab", .tab), ("Enter", .enter), ("Esc", .escape),
        ("Backspace", .backspace), ("Delete", .delete), ("Insert", .insert), ("space", .character(" ")),
    ]

    private static let otherKeyNames: [(name: String, key: Key)] = [
        ("PageUp", .pageUp), ("PageDown", .pageDown), ("Return", .enter), ("Escape", .escape), ("BackTab", .backTab),
        ("Del", .delete), ("Ins", .insert), ("minus", .character("-")),
    ]
}

import ExperimentsSupport

/// A key with its modifiers, as pressed by the user or named in a file of bindings: `ctrl-d`, `F5`, `space`, `Tab`,
/// `G`, `alt-b`.
public struct KeyPress: Sendable, Hashable {
    /// The key itself.
    public var key: Key

    /// The modifiers that were held down.
    public var modifiers: KeyModifiers

    /// Creates a press in normal form: presses that a terminal cannot distinguish are equal. `ctrl-i` is Tab, `ctrl-m`
    /// and `ctrl-j` are Enter, `ctrl-[` is Escape, `ctrl-h` is Backspace, shift with a letter is the capital letter,
    /// shift with Tab is `backTab`.
    public init(_ key: Key, modifiers: KeyModifiers = []) {
        self.key = key
        self.modifiers = modifiers
        normalise()
    }

    /// Creates a press of a character without modifiers.
    public init(_ character: Character) { self.init(.character(character)) }

    /// Creates a press of a key that types nothing.
    package static func key(_ key: Key) -> KeyPress { KeyPress(key) }

    /// Creates a press of a character with the control key.
    package static func control(_ character: Character) -> KeyPress {
        KeyPress(.character(character), modifiers: .control)
    }

    /// Creates a press of a character with the alt key.
    package static func alt(_ character: Character) -> KeyPress {
        KeyPress(.character(character), modifiers: .alt)
    }

    private mutating func normalise() {
        if key == .backTab { modifiers.remove(.shift) }
        if key == .tab, modifiers.contains(.shift) {
            key = .backTab
            modifiers.remove(.shift)
        }
        guard case .character(var character) = key else { return }
        if modifiers.contains(.control) {
            modifiers.remove(.shift)
            if let lower = character.lowercased().first, character.isASCII { character = lower }
            key = .character(character)
            if let other = Self.controlAliases[character] {
                modifiers.remove(.control)
                key = other
            }
        } else if modifiers.contains(.shift) {
            let capital = character.uppercased()
            if let only = capital.first, capital.count == 1 { key = .character(only) }
            modifiers.remove(.shift)
        }
    }

    private static let controlAliases: [Character: Key] = [
        "i": .tab, "m": .enter, "j": .enter, "[": .escape, "h": .backspace, "?": .backspace,
    ]
}

extension KeyPress: ExpressibleByExtendedGraphemeClusterLiteral {
    public init(extendedGraphemeClusterLiteral character: Character) { self.init(character) }
}

/// Keys held down with another one, if the terminal reports them.
public struct KeyModifiers: OptionSet, Sendable, Hashable {
    /// The modifiers, one bit each.
    public let rawValue: UInt8

    /// Creates modifiers. Unknown bits have no meaning.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift. Not set for characters, which differ themselves: `G`.
    public static let shift = KeyModifiers(rawValue: 1)

    /// Alt, Meta, or Option if it sends Escape.
    public static let alt = KeyModifiers(rawValue: 2)

    /// The control key.
    public static let control = KeyModifiers(rawValue: 4)
}

/// The name of a key that is not valid.
public struct KeyPressProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The name as it was written.
    public let text: String

    /// The problem, and what was expected.
    public let reason: String

    /// The problem in one sentence.
    public var description: String { "\"\(text)\" is not a key: \(reason)" }
}

extension KeyPress: CustomStringConvertible {
    /// Reads `g`, `G`, `ctrl-d`, `alt-b`, `shift-Tab`, `F5`, `PgDn`, `space`. Case matters for single characters only.
    public init(parsing text: String) throws(KeyPressProblem) {
        var modifiers: KeyModifiers = []
        var name = Substring(text)
        while name.count > 1, let dash = name.dropFirst().firstIndex(of: "-"),
            name.index(after: dash) < name.endIndex
        {
            let prefix = name[..<dash].lowercased()
            guard let modifier = Self.modifierNames[prefix] else {
                throw KeyPressProblem(
                    text: text,
                    reason: "\"\(name[..<dash])\" is not a modifier: use ctrl, alt or shift, as in ctrl-d")
            }
            modifiers.insert(modifier)
            name = name[name.index(after: dash)...]
        }
        guard let key = try Self.key(named: name, in: text) else {
            throw KeyPressProblem(text: text, reason: Self.advice(for: name))
        }
        self.init(key, modifiers: modifiers)
    }

    /// The name that `init(parsing:)` reads, in its standard spelling.
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
            guard let scalar = character.unicodeScalars.first, scalar.value >= 0x20, scalar.value != 0x7f
            else {
                throw KeyPressProblem(text: text, reason: "write a control character as ctrl-d")
            }
            return .character(character)
        }
        let lower = name.lowercased()
        if let key = (keyNames + otherKeyNames).first(where: { $0.name.lowercased() == lower })?.key {
            return key
        }
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
        if let nearest = SpellingSuggestion.nearest(to: String(name), in: names) {
            return "did you mean \(nearest)?"
        }
        return
            "write one character, or space, Tab, Enter, Esc, Backspace, Delete, Insert, Up, Down, Left, Right, Home,"
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
        ("PageUp", .pageUp), ("PageDown", .pageDown), ("Return", .enter), ("Escape", .escape),
        ("BackTab", .backTab),
        ("Del", .delete), ("Ins", .insert), ("minus", .character("-")),
    ]
}

/// A key, without modifiers.
public enum Key: Sendable, Hashable {
    /// A character: `g` and `G` are different keys.
    case character(Character)

    /// Cursor up.
    case up

    /// Cursor down.
    case down

    /// Cursor left.
    case left

    /// Cursor right.
    case right

    /// Home.
    case home

    /// End.
    case end

    /// Page up.
    case pageUp

    /// Page down.
    case pageDown

    /// Tab.
    case tab

    /// Tab with shift.
    case backTab

    /// Enter or Return.
    case enter

    /// Escape.
    case escape

    /// Backspace: deletes to the left.
    case backspace

    /// Delete: deletes to the right.
    case delete

    /// Insert.
    case insert

    /// F1 and so on, from 1 to 63.
    case function(Int)
}

/// A key with its modifiers, as a user presses it and as a file of bindings names it: `ctrl-d`, `F5`, `space`, `Tab`,
/// `G`, `alt-b`.
public struct KeyPress: Sendable, Hashable {
    /// The key itself.
    public var key: Key

    /// What was held down with it.
    public var modifiers: KeyModifiers

    /// Spells one press in one way only: what a terminal cannot tell apart is equal. `ctrl-i` is Tab, `ctrl-m` and
    /// `ctrl-j` are Enter, `ctrl-[` is Escape, `ctrl-h` is Backspace, shift with a letter is the capital, with Tab
    /// `backTab`.
    public init(_ key: Key, modifiers: KeyModifiers = []) {
        self.key = key
        self.modifiers = modifiers
        normalise()
    }

    /// A character without modifiers.
    public init(_ character: Character) { self.init(.character(character)) }

    /// A key that types nothing.
    package static func key(_ key: Key) -> KeyPress { KeyPress(key) }

    /// A character with the control key.
    package static func control(_ character: Character) -> KeyPress {
        KeyPress(.character(character), modifiers: .control)
    }

    /// A character with the alt key.
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

/// Keys held down with another one. Terminals report them where they can.
public struct KeyModifiers: OptionSet, Sendable, Hashable {
    /// One bit per modifier.
    public let rawValue: UInt8

    /// Unknown bits have no meaning.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift. Not set for characters, which differ by themselves: `G`.
    public static let shift = KeyModifiers(rawValue: 1)

    /// Alt, Meta, or Option where it sends Escape.
    public static let alt = KeyModifiers(rawValue: 2)

    /// The control key.
    public static let control = KeyModifiers(rawValue: 4)
}

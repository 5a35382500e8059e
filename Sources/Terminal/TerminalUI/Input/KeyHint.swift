/// A key and what it does, for the line of hints. It can also be used where the key is handled, so that
/// the two cannot differ:
///
/// ```swift
/// static let save = KeyHint("s", "save")
///
/// switch press {
/// case Self.save: …
/// ```
package struct KeyHint: Sendable, Hashable {
    /// The key, which a click on the hint presses; nil if there are several, or none.
    package let press: KeyPress?
    /// The key's name.
    package let keys: String
    /// The action of the key, in a word or two.
    package let word: String

    /// Creates the hint for a key.
    package init(_ key: Key, _ word: String) { self.init(KeyPress(key), word) }

    /// Creates the hint for a key, possibly with modifiers.
    package init(_ press: KeyPress, _ word: String) {
        self.press = press
        keys = press.description
        self.word = word
    }

    /// Several keys that belong together, or something to be typed.
    package init(several keys: String, _ word: String) {
        press = nil
        self.keys = keys
        self.word = word
    }

    /// The columns that key and word take.
    package var width: Int { DisplayText(keys).width + 1 + DisplayText(word).width }

    /// Whether this is the key that was pressed.
    package static func ~= (hint: KeyHint, press: KeyPress) -> Bool { hint.press == press }
}

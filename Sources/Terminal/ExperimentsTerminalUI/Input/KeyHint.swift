/// A key and what it does, for the line of hints. Use it to handle the key too, so that the two cannot differ:
///
/// ```swift
/// static let save = KeyHint("s", "save")
///
/// switch press {
/// case Self.save: …
/// ```
package struct KeyHint: Sendable, Hashable {
    /// The key that a click on the hint presses; nil if there are several, or none.
    package let press: KeyPress?
    /// The name of the key.
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

    /// Creates a hint for several keys that belong together, or for something to type.
    package init(several keys: String, _ word: String) {
        press = nil
        self.keys = keys
        self.word = word
    }

    /// The number of columns for the key and the word.
    package var width: Int { DisplayText(keys).width + 1 + DisplayText(word).width }

    /// Whether this key was pressed.
    package static func ~= (hint: KeyHint, press: KeyPress) -> Bool { hint.press == press }
}

// What a hint's key does, told in a sentence. Made from the hint itself, so that the two name the same key.
extension KeyHint {
    /// The key, and after it what it does: `s saves the overrides as one`.
    func words(_ does: String) -> String { keys + " " + does }

    /// Several keys that do the same, or the same in two directions.
    init(_ hints: [KeyHint], _ word: String) {
        self.init(several: hints.map(\.keys).joined(separator: " "), word)
    }
}

extension KeyHint {
    /// Empties the field that is typed into.
    static let empty = KeyHint(KeyPress(.character("u"), modifiers: .control), "empty")
    /// Opens what is typed in the operator's editor.
    static let externalEditor = KeyHint(KeyPress(.character("o"), modifiers: .control), "$EDITOR")
}

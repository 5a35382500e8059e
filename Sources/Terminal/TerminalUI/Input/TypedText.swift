/// Letters that were typed one after the other and came in at once, as they do where somebody pastes into a terminal that
/// does not tell pastes from typing. A field takes them in one step.
package struct TypedText: Sendable, Hashable {
    /// The letters.
    package let text: String
    /// How many events they were.
    package let count: Int

    /// Whether there is more than one letter.
    package var isSeveral: Bool { text.unicodeScalars.dropFirst().first != nil }

    /// The letters with which some events begin; nil where the first is none.
    ///
    /// - Parameter following: what came after the first; nil for what is no input.
    package init?(_ first: InputEvent, _ following: some Sequence<InputEvent?>) {
        guard var letters = Self.letters(first) else { return nil }
        var count = 1
        for event in following {
            guard let more = event.flatMap(Self.letters) else { break }
            letters += more
            count += 1
        }
        (text, self.count) = (letters, count)
    }

    private static func letters(_ event: InputEvent) -> String? {
        switch event {
        case .typed(let text): text
        case .key(let press):
            if case (.character(let letter), []) = (press.key, press.modifiers) { String(letter) } else { nil }
        default: nil
        }
    }
}

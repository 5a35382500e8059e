/// Letters that were typed one after the other and came in at once, as they do where somebody pastes into a terminal that
/// does not tell pastes from typing. A field takes them in one step.
package struct TypedText: Sendable, Hashable {
    /// The letters.
    package let text: String
    /// How many events they were.
    package let count: Int

    /// The letters with which some events begin; nil where the first is none.
    ///
    /// - Parameter following: what came after the first; nil for what is no input.
    package init?(_ first: InputEvent, _ following: some Sequence<InputEvent?>) {
        guard let letter = Self.letter(first) else { return nil }
        var letters = String(letter)
        var count = 1
        for event in following {
            guard let letter = event.flatMap(Self.letter) else { break }
            letters.append(letter)
            count += 1
        }
        (text, self.count) = (letters, count)
    }

    private static func letter(_ event: InputEvent) -> Character? {
        guard case .key(let press) = event, case (.character(let letter), []) = (press.key, press.modifiers) else {
            return nil
        }
        return letter
    }
}

/// An event from the terminal.
public enum InputEvent: Sendable, Hashable {
    /// A key, or a key with modifiers.
    case key(KeyPress)

    /// Letters that arrived together, more than a person can type. A field takes them in
    /// one step; elsewhere each is a key.
    case typed(String)

    /// Pasted text: data, never commands. Line ends are `\n`.
    case paste(String)

    /// The end of a paste is late, or was lost: keys are still text.
    case unfinishedPaste

    /// A mouse button or the wheel.
    case mouse(MouseEvent)

    /// The screen has a new size.
    case resized(CellSize)

    /// The color of the terminal's background.
    case background(Color)

    /// The terminal window gained (true) or lost (false) the focus.
    case focus(Bool)
}

/// A mouse button or the wheel, at a cell.
public struct MouseEvent: Sendable, Hashable {
    /// The action of a button or the wheel.
    public enum Kind: Sendable, Hashable {
        /// A button went down.
        case press

        /// A button came up.
        case release

        /// The wheel turned away from the user.
        case wheelUp

        /// The wheel turned towards the user.
        case wheelDown

        /// The wheel was tilted to the left.
        case wheelLeft

        /// The wheel was tilted to the right.
        case wheelRight
    }

    /// The action of a button or the wheel.
    public var kind: Kind

    /// 1 left, 2 middle, 3 right; 0 for the wheel.
    public var button: Int

    /// The cell under the pointer.
    public var point: CellPoint

    /// Keys that were held down.
    public var modifiers: KeyModifiers

    /// Creates an event at a cell.
    public init(_ kind: Kind, button: Int = 0, at point: CellPoint, modifiers: KeyModifiers = []) {
        self.kind = kind
        self.button = button
        self.point = point
        self.modifiers = modifiers
    }
}

/// Letters that arrived together, for example pasted into a terminal that does not mark pastes. A field takes them in
/// one step.
package struct TypedText: Sendable, Hashable {
    /// The letters.
    package let text: String
    /// The number of events that they were.
    package let count: Int

    /// Whether there is more than one letter.
    package var isSeveral: Bool { text.unicodeScalars.dropFirst().first != nil }

    /// Collects the letters at the start of some events; returns nil if the first is not a letter.
    ///
    /// - Parameter following: the event after the first; nil if it is not input.
    package init?(_ first: InputEvent, _ following: some Sequence<InputEvent?>) {
        guard var letters = Self.letters(first) else { return nil }
        var count = 1
        for event in following {
            guard let more = event.flatMap(Self.letters) else { break }
            letters += more
            count += 1
        }
        text = letters
        self.count = count
    }

    private static func letters(_ event: InputEvent) -> String? {
        switch event {
        case .typed(let text): text
        case .key(let press):
            if case (.character(let letter), []) = (press.key, press.modifiers) {
                String(letter)
            } else {
                nil
            }
        default: nil
        }
    }
}

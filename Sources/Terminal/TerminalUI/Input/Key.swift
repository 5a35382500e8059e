/// A key, without modifiers.
public enum Key: Sendable, Hashable {
    /// What the key types: `g` and `G` are different keys.
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

/// Something that came in through the terminal.
public enum InputEvent: Sendable, Hashable {
    /// A key, or a key with modifiers.
    case key(KeyPress)

    /// Letters that were typed one after the other and came in at once, more than hands can type. A field takes them in
    /// one step; elsewhere each is a key.
    case typed(String)

    /// Text that was pasted: data, never commands. Line ends are `\n`.
    case paste(String)

    /// A mouse button or the wheel.
    case mouse(MouseEvent)

    /// The screen has this size now.
    case resized(CellSize)

    /// The terminal's background has this colour.
    case background(Color)

    /// The terminal window gained (true) or lost (false) the focus.
    case focus(Bool)
}

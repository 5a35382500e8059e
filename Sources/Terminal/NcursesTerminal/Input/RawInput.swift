#if os(macOS) || !canImport(Darwin)
import TerminalUI

/// What ncurses makes of the bytes from the terminal, before sequences that it does not know are put together.
enum RawInput: Equatable {
    /// A scalar, control characters included.
    case character(UInt32)

    /// A key that the terminal's description names.
    case key(Key, KeyModifiers)

    /// `ESC [ <`; parameters follow as characters.
    case mouse

    /// `ESC [ M`; three characters follow.
    case oldMouse

    /// The focus came or went.
    case focus(Bool)
}
#endif

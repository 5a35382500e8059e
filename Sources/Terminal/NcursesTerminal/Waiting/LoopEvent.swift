#if os(macOS) || !canImport(Darwin)
import TerminalUI

/// Something that `Terminal.run` hands to the program.
public enum LoopEvent<Message: Sendable>: Sendable {
    /// A key, the mouse, pasted text, another size.
    case input(InputEvent)

    /// A message from the inbox.
    case message(Message)

    /// The deadline has passed.
    case tick

    /// The program was stopped and runs again: what is on screen may be old.
    case resumed

    /// The program is to end, with this exit code; `run` returns it after this.
    case terminated(exitCode: Int32)
}
#endif

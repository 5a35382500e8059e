#if os(macOS) || !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The request that a signal makes.
public enum TerminalSignal: Sendable, Hashable {
    /// End with this exit code: 143 after TERM, 129 after HUP or when the terminal is gone, 130 after INT, 131 after
    /// QUIT.
    case terminate(exitCode: Int32)

    /// Ask for the size of the screen.
    case resize

    /// Stop until continued.
    case suspend

    /// Take the screen again after a stop.
    case resume

    init?(number: Int32) {
        switch number {
        case SIGTERM, SIGHUP, SIGINT, SIGQUIT: self = .terminate(exitCode: 128 + number)
        case SIGWINCH: self = .resize
        case SIGTSTP: self = .suspend
        case SIGCONT: self = .resume
        default: return nil
        }
    }
}
#endif

#if os(macOS) || !canImport(Darwin)
#if canImport(Glibc)
import ExperimentsCore
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The reason why there is no screen.
public enum TerminalProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// Output does not go to a terminal.
    case outputIsNotATerminal

    /// Keys cannot be read: standard input is not a terminal, and there is no other.
    case noKeyboard

    /// The terminal cannot place its cursor; its `TERM` is given.
    case cannotMoveCursor(term: String)

    /// Neither the terminal nor a common one is described on this machine; its `TERM` is given.
    case noDescription(term: String)

    /// The process has a screen already.
    case alreadyOpen

    /// A system call failed; `code` is its `errno`.
    case system(what: String, code: Int32)

    /// Whether plain text would work although a screen does not.
    public var suggestsPlainOutput: Bool {
        switch self {
        case .outputIsNotATerminal, .noKeyboard, .cannotMoveCursor, .noDescription: true
        case .alreadyOpen, .system: false
        }
    }

    /// The problem in one sentence.
    public var description: String {
        switch self {
        case .outputIsNotATerminal: "standard output is not a terminal"
        case .noKeyboard: "no terminal to read keys from"
        case .cannotMoveCursor(let term): "the terminal \"\(term)\" (TERM) cannot position its cursor"
        case .noDescription(let term):
            "unknown terminal \"\(term)\" (TERM), and no description of xterm; install ncurses-base or set TERMINFO"
        case .alreadyOpen: "this process already has a screen"
        case .system(let what, let code): "\(what): \(String(cString: strerror(code)))"
        }
    }
}
#endif

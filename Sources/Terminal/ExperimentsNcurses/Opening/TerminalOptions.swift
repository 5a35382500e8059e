#if os(macOS) || !canImport(Darwin)
import ExperimentsTerminalUI

/// The ways in which text may be copied.
package enum ClipboardChoice: String, Sendable, Hashable {
    /// Every way that works.
    case auto
    /// Only the terminal, which may be on another machine.
    case terminal
    /// Only programs on this machine.
    case programs
}

/// The options for opening the screen.
public struct TerminalOptions: Sendable {
    /// The colors that the screen may use.
    public var colors = ColorChoice.auto

    /// Whether mouse buttons and the wheel are reported; the terminal's own selection then needs shift.
    public var mouse = true

    /// How text is copied.
    package var clipboard = ClipboardChoice.auto

    /// Whether the terminal reports that its window gains or loses the focus.
    public var focus = true

    /// Whether characters other than ASCII are drawn. If nil, the locale and the kind of the terminal decide.
    public var unicode: Bool?

    /// The file descriptor that keys are read from. If nil, standard input if it is a terminal; otherwise the
    /// controlling terminal.
    public var input: Int32?

    /// The file descriptor that the screen is drawn to. If nil, standard output, which must be a terminal.
    public var output: Int32?

    /// The size of the screen. Nil asks the terminal.
    public var size: CellSize?

    /// Whether signals are returned by `Terminal.wait`.
    public var catchesSignals = true

    /// Whether a crash restores the terminal.
    public var guardsAgainstCrashes = true

    /// Whether other output to standard error is held back until the screen is closed.
    public var holdsStandardError = true

    /// Creates the options that a user at a terminal expects.
    public init() {}
}
#endif
#if os(macOS) || !canImport(Darwin)
import ExperimentsTerminalUI

/// Names of terminal descriptions to try, the best first.
struct TerminalDescriptions: Equatable {
    private(set) var names: [String] = []

    /// How many of the first names describe the user's terminal. Those after are guesses.
    private(set) var trusted = 0

    /// - Parameter environment: `TERM` names the terminal.
    init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        if !term.isEmpty { names.append(term) }
        trusted = names.count
        for guess in ["xterm-256color", "xterm"] where !names.contains(guess) { names.append(guess) }
    }

    /// Returns a warning if the description at this index is used.
    func warning(taken index: Int, environment: [String: String]) -> String? {
        guard index >= trusted, names.indices.contains(index) else { return nil }
        guard let term = environment["TERM"], !term.isEmpty else {
            return "TERM is not set; using \(names[index])."
        }
        let name = DisplayText(term).truncated(to: 40)
        return "Unknown terminal \"\(name)\" (TERM); using \(names[index])."
    }
}
#endif

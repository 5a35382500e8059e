#if os(macOS) || !canImport(Darwin)
import CExperimentsNcurses
import ExperimentsTerminalUI

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The screen: shows frames, reads keys, and restores the terminal at the end.
///
/// There is one per process. It belongs to the thread that opened it (the main thread), and no other thread may use it.
/// Others post to an `Inbox` that the owner waits for.
public final class Terminal {
    /// The size of the screen in columns and rows.
    public internal(set) var size: CellSize

    /// The number of colors to use, limited by what the user wants. Adapt themes to it.
    public let colorDepth: ColorDepth

    /// Whether characters other than ASCII can be shown. If not, stand-ins are drawn: `~` for `…`, `+-|` for lines.
    public let isUnicode: Bool

    /// Messages about problems of the terminal, for the user.
    public let warnings: [String]

    let input: Int32
    let output: Int32
    let environment: [String: String]
    let palette: CursesPalette
    /// Whether frames are written in 24-bit colors without ncurses, which would need a description that few machines
    /// have.
    let writesDirectly: Bool
    let signals: Int32
    /// Whether input is UTF-8, even if only ASCII is drawn.
    let readsUnicode: Bool
    var shown: Frame?
    var decoder: InputDecoder
    /// How long an escape may be the first byte of a sequence: `ESCDELAY` in milliseconds, as for other programs.
    let escapeDelay: Duration
    /// When the last bytes arrived.
    var heardAt = ContinuousClock.now
    /// When the current events were returned, and how long handling took the last time.
    var handedOutAt: ContinuousClock.Instant?
    var busyTime = Duration.zero
    var sizeChanged = false
    var stoppedItself = false
    var askedAt: ContinuousClock.Instant?
    private let ownsInput: Bool
    private var isOpen = true

    /// Takes over the terminal.
    ///
    /// - Parameters:
    ///   - options: the options; the defaults suit a user at a terminal.
    ///   - environment: `TERM`, `NO_COLOR`, the locale, and the variables that announce 24-bit colors are read.
    public init(_ options: TerminalOptions = TerminalOptions(), environment: [String: String])
        throws(TerminalProblem)
    {
        let output = options.output ?? STDOUT_FILENO
        if options.output == nil, isatty(output) == 0 { throw .outputIsNotATerminal }
        let (input, ownsInput) = try Self.keyboard(options.input, output: output)
        let localeIsUnicode = cn_adopt_locale()
        let descriptions = TerminalDescriptions(environment: environment)
        let colors = ColorSupport(options.colors, environment: environment, described: nil)

        // This must come before ncurses opens, which would otherwise install its own handlers.
        var signals: Int32 = -1
        if options.catchesSignals {
            signals = cn_catch_signals()
            if signals < 0 { throw .system(what: "cannot catch signals", code: errno) }
        }
        var screen = cn_screen()
        let status = Self.open(
            descriptions.names, options: options, input: input, output: output, colors: colors,
            environment: environment, screen: &screen)
        if status != Int32(CN_OPENED.rawValue) {
            let code = errno
            if options.catchesSignals { cn_release_signals() }
            if ownsInput { cn_close_descriptor(input) }
            throw Self.problem(status: status, code: code, term: environment["TERM"] ?? "")
        }
        if options.guardsAgainstCrashes { cn_guard() }
        if options.holdsStandardError { cn_hold_stderr() }
        self.input = input
        self.ownsInput = ownsInput
        self.output = output
        self.environment = environment
        self.signals = signals
        size = CellSize(columns: Int(screen.columns), rows: Int(screen.rows))
        writesDirectly = screen.direct
        colorDepth = screen.direct ? .truecolor : CursesPalette.depth(colors: Int(screen.colors))
        palette = CursesPalette(depth: colorDepth)
        isUnicode = options.unicode ?? (localeIsUnicode && UnicodeSupport(environment: environment).isOn)
        readsUnicode = localeIsUnicode
        decoder = .described()
        escapeDelay = .milliseconds(
            environment["ESCDELAY"].flatMap { Int($0) }.map { min(max($0, 0), 60_000) } ?? 25)
        warnings = [descriptions.warning(taken: Int(screen.term), environment: environment)].compactMap(
            \.self)
    }

    deinit { close() }

    /// Restores the terminal, and then shows the held-back output to stderr. Does nothing if called again.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        awaitBackground()
        cn_close()
        cn_release_stderr()
        if signals >= 0 { cn_release_signals() }
        if ownsInput { cn_close_descriptor(input) }
    }

    /// Returns the descriptor to read keys from. If something is piped into the program, that is the controlling
    /// terminal.
    private static func keyboard(_ asked: Int32?, output: Int32) throws(TerminalProblem) -> (
        descriptor: Int32, isOwn: Bool
    ) {
        if let asked { return (asked, false) }
        if isatty(STDIN_FILENO) != 0 { return (STDIN_FILENO, false) }
        let descriptor = cn_open_keyboard(output)
        if descriptor < 0 { throw .noKeyboard }
        return (descriptor, true)
    }

    private static func open(
        _ names: [String], options: TerminalOptions, input: Int32, output: Int32, colors: ColorSupport,
        environment: [String: String], screen: inout cn_screen
    ) -> Int32 {
        let copies = names.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        var pointers = copies.map { UnsafePointer<CChar>($0) }
        pointers.append(nil)
        return pointers.withUnsafeBufferPointer { pointers in
            var request = cn_options()
            request.input = input
            request.output = output
            request.terms = pointers.baseAddress
            request.max_colors = CursesPalette.colors(depth: options.colors.limit(environment: environment))
            request.direct = colors.depth == .truecolor
            request.insists = colors.isForced
            request.columns = Int32(clamping: options.size?.columns ?? 0)
            request.rows = Int32(clamping: options.size?.rows ?? 0)
            request.mouse = options.mouse
            request.paste = true
            request.focus = options.focus
            return cn_open(&request, &screen)
        }
    }

    private static func problem(status: Int32, code: Int32, term: String) -> TerminalProblem {
        let term = DisplayText(term).truncated(to: 40)
        switch status {
        case Int32(CN_DUMB.rawValue): return .cannotMoveCursor(term: term)
        case Int32(CN_UNKNOWN.rawValue): return .noDescription(term: term)
        case Int32(CN_ALREADY_OPEN.rawValue): return .alreadyOpen
        default: return .system(what: "cannot open the terminal", code: code)
        }
    }
}
#endif

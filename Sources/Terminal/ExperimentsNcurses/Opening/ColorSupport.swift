#if os(macOS) || !canImport(Darwin)
import CExperimentsNcurses
import ExperimentsTerminalUI

/// The number of colors that the dashboard uses on a terminal, and why.
public struct ColorSupport: Sendable, Hashable {
    /// The number of colors that are used.
    public let depth: ColorDepth

    /// The reason, as the end of a sentence: `COLORTERM says truecolor`.
    public let reason: String

    /// Whether the user requested 24-bit colors regardless of the terminal.
    let isForced: Bool

    /// Determines the colors without asking the terminal, which could not answer.
    ///
    /// Terminal descriptions are not searched for 24-bit colors, because hardly any machine has descriptions that
    /// mention them.
    ///
    /// - Parameters:
    ///   - environment: `TERM` and the variables that terminals set.
    ///   - described: how many colors the description of the terminal has; nil if there is none.
    public init(_ choice: ColorChoice, environment: [String: String], described: Int?) {
        func value(_ name: String) -> String { environment[name] ?? "" }
        isForced = choice == .truecolor
        let limit = choice.limit(environment: environment)
        let announcement = isForced ? "set by --color truecolor" : Self.announcement(value)
        let described = CursesPalette.depth(colors: described ?? 8)
        if limit == .truecolor, let announcement {
            (depth, reason) = (.truecolor, announcement)
        } else if limit < described {
            depth = limit
            let variable = ColorWish(environment: environment)?.variable ?? "NO_COLOR"
            reason =
                choice == .auto
                ? "\(variable) is \(variable == "NO_COLOR" ? "set" : value(variable))"
                : "set by --color \(choice.rawValue)"
        } else {
            depth = described
            reason =
                Self.isScreen(value)
                ? "GNU screen supports no more"
                : "the terminal (TERM \(Self.shown(value("TERM")))) reports no more; use --color truecolor to override"
        }
    }

    /// Determines the colors for the terminal that this process runs on.
    public static func here(_ choice: ColorChoice, environment: [String: String]) -> ColorSupport {
        let colors = cn_described_colors(environment["TERM"] ?? "")
        return ColorSupport(choice, environment: environment, described: colors < 0 ? nil : Int(colors))
    }

    /// The support as a sentence: `24-bit colours: COLORTERM says truecolor`.
    public var words: String { "\(depth.words): \(reason)" }

    /// The support as a sentence: `24-bit colors: COLORTERM says truecolor`.
    private static func announcement(_ value: (String) -> String) -> String? {
        let term = value("TERM")
        if term.isEmpty || term == "dumb" || !cn_is_modern(term) || isScreen(value) { return nil }
        if ["truecolor", "24bit"].contains(value("COLORTERM").lowercased()) {
            return "COLORTERM says \(value("COLORTERM").lowercased())"
        }
        if term.hasSuffix("-direct") { return "TERM is \(shown(term))" }
        if term.hasPrefix("tmux") || !value("TMUX").isEmpty {
            return "tmux converts them for the outer terminal"
        }
        if let name = knownTerms.first(where: { term.contains($0) }) { return "TERM names \(name)" }
        if let name = knownPrograms.first(where: { $0 == value("TERM_PROGRAM") }) {
            return "TERM_PROGRAM is \(name)"
        }
        if let version = Int(value("VTE_VERSION")), version >= 3600 { return "VTE_VERSION is \(version)" }
        return ["KONSOLE_VERSION", "WT_SESSION"].first { !value($0).isEmpty }.map { "\($0) is set" }
    }

    /// Whether GNU screen is in between, which would read the numbers of a 24-bit color as attributes. `COLORTERM` then
    /// describes the outer terminal.
    private static func isScreen(_ value: (String) -> String) -> Bool {
        value("TMUX").isEmpty && (!value("STY").isEmpty || value("TERM").hasPrefix("screen"))
    }

    private static func shown(_ term: String) -> String { DisplayText(term).truncated(to: 40) }

    private static let knownTerms = ["kitty", "alacritty", "foot", "wezterm", "ghostty", "contour", "rio"]
    private static let knownPrograms = [
        "iTerm.app", "WezTerm", "ghostty", "vscode", "WarpTerminal", "rio", "mintty",
    ]
}

extension ColorDepth {
    /// The number of colors in words, for example `256 colors`.
    public var words: String {
        switch self {
        case .none: "no colors"
        case .ansi8: "8 colors"
        case .ansi16: "16 colors"
        case .indexed256: "256 colors"
        case .truecolor: "24-bit colors"
        }
    }
}
#endif
#if os(macOS) || !canImport(Darwin)
import ExperimentsTerminalUI

/// The colors that the user wants, as `--color` takes them.
public enum ColorChoice: String, Sendable, Hashable, CaseIterable {
    /// All colors of the terminal; none if the environment disables them, for example with `NO_COLOR`.
    case auto

    /// All colors of the terminal, regardless of the environment.
    case always

    /// No colors, regardless of the terminal.
    case never

    /// At most 16.
    case palette16 = "16"

    /// At most 256.
    case palette256 = "256"

    /// 24-bit colors even if `COLORTERM` does not announce them.
    case truecolor

    /// The maximum number of colors to use.
    func limit(environment: [String: String]) -> ColorDepth {
        switch self {
        case .auto: ColorWish(environment: environment)?.isColored == false ? .none : .truecolor
        case .always, .truecolor: .truecolor
        case .never: .none
        case .palette16: .ansi16
        case .palette256: .indexed256
        }
    }
}
#endif
#if os(macOS) || !canImport(Darwin)
import ExperimentsTerminalUI

/// Colors as the numbers that ncurses uses with the current description.
struct CursesPalette {
    let depth: ColorDepth

    /// -1 is the terminal's own color.
    func number(_ color: Color, isBackground: Bool) -> Int32 {
        switch color.reduced(to: depth, isBackground: isBackground) {
        case .ansi(let index), .indexed(let index): Int32(index)
        case .terminal, .rgb: -1
        }
    }

    static func depth(colors: Int) -> ColorDepth {
        switch colors {
        case 256...: .indexed256
        case 16...: .ansi16
        case 8...: .ansi8
        default: .none
        }
    }

    /// The maximum number of colors that ncurses uses. Frames with more than 256 are written without it.
    static func colors(depth: ColorDepth) -> Int32 {
        switch depth {
        case .none: 0
        case .ansi8: 8
        case .ansi16: 16
        case .indexed256, .truecolor: 256
        }
    }
}
#endif

#if os(macOS) || !canImport(Darwin)
/// The environment's setting for colors, by the conventions that command-line programs share.
public struct ColorWish: Sendable, Hashable {
    /// Whether output is always colored (true), or never (false).
    public let isColored: Bool
    /// The variable that decides.
    public let variable: String

    /// Reads the variables. `NO_COLOR` comes first, then `FORCE_COLOR` and `CLICOLOR_FORCE`, then `CLICOLOR`. Nil if
    /// none of them says anything: then colors depend on the terminal. An empty variable counts as not set.
    ///
    /// - Parameter environment: the environment variables.
    public init?(environment: [String: String]) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0.lowercased() }
        }
        func isOff(_ value: String) -> Bool { value == "0" || value == "false" }
        if value("NO_COLOR") != nil {
            isColored = false
            variable = "NO_COLOR"
        } else if let forced = value("FORCE_COLOR") {
            (isColored, variable) = (!isOff(forced), "FORCE_COLOR")
        } else if let forced = value("CLICOLOR_FORCE"), !isOff(forced) {
            isColored = true
            variable = "CLICOLOR_FORCE"
        } else if let colored = value("CLICOLOR"), isOff(colored) {
            isColored = false
            variable = "CLICOLOR"
        } else {
            return nil
        }
    }
}
#endif

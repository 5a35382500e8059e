#if os(macOS) || !canImport(Darwin)
import TerminalUI

/// Which colours the user wants, as `--color` takes it.
public enum ColorChoice: String, Sendable, Hashable, CaseIterable {
    /// As many as the terminal has; none if the environment says so, for example by `NO_COLOR`.
    case auto

    /// As many as the terminal has, whatever the environment says.
    case always

    /// No colours, whatever the terminal has.
    case never

    /// No more than 16.
    case palette16 = "16"

    /// No more than 256.
    case palette256 = "256"

    /// 24-bit colours even if `COLORTERM` does not announce them.
    case truecolor

    /// The most colours to use.
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

#if os(macOS) || !canImport(Darwin)
import TerminalUI

/// Which colours the user wants, as `--color` takes it.
public enum ColorChoice: String, Sendable, Hashable, CaseIterable {
    /// As many as the terminal has; none if `NO_COLOR` is set to anything.
    case auto

    /// As many as the terminal has, whatever `NO_COLOR` says.
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
        case .auto: environment["NO_COLOR"].map { $0.isEmpty ? .truecolor : .none } ?? .truecolor
        case .always, .truecolor: .truecolor
        case .never: .none
        case .palette16: .ansi16
        case .palette256: .indexed256
        }
    }
}
#endif

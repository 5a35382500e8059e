#if os(macOS) || !canImport(Darwin)
import ExperimentsTerminalUI

extension Hyperlink {
    /// Whether the terminal is known to show links. Other terminals ignore them or print parts of them.
    package static func areShown(by environment: [String: String]) -> Bool {
        // A multiplexer in between may remove links, or not find their ends.
        if Multiplexer.isTmux(environment) || Multiplexer.isScreen(environment) { return false }
        let programs: Set = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "zed"]
        if let program = environment["TERM_PROGRAM"], programs.contains(program) { return true }
        let terminals: Set = [
            "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra", "contour", "wezterm",
        ]
        if let terminal = environment["TERM"], terminals.contains(terminal) { return true }
        // The library of GNOME Terminal and others supports links since this version.
        if let version = environment["VTE_VERSION"].flatMap(Int.init), version >= 5000 { return true }
        return ["KONSOLE_VERSION", "WT_SESSION"].contains { environment[$0]?.isEmpty == false }
    }
}
#endif

#if os(macOS) || !canImport(Darwin)
/// A program such as tmux between this one and the terminal. It has to be asked to pass a control sequence on.
package enum Multiplexer {
    /// Whether the terminal, or a multiplexer in between, is GNU screen. While screen reports the mouse, it holds Esc
    /// back until the next key, so the mouse is used only if the user requests it.
    package static func isScreen(_ environment: [String: String]) -> Bool {
        environment["STY"]?.isEmpty == false
    }

    package static func isTmux(_ environment: [String: String]) -> Bool {
        environment["TMUX"]?.isEmpty == false
    }

    static func wrapped(_ sequence: String, _ environment: [String: String]) -> String {
        if isTmux(environment) { return "\u{1b}Ptmux;\u{1b}\(sequence)\u{1b}\\" }
        guard isScreen(environment) else { return sequence }
        // screen passes on only short strings.
        var result = ""
        var rest = sequence[...]
        while !rest.isEmpty {
            result += "\u{1b}P" + rest.prefix(240) + "\u{1b}\\"
            rest = rest.dropFirst(240)
        }
        return result
    }
}
#endif

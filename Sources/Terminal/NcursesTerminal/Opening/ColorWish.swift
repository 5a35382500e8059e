#if os(macOS) || !canImport(Darwin)
/// What the environment says about colours, by the conventions that command-line programs share.
public struct ColorWish: Sendable, Hashable {
    /// Whether colours are wanted wherever the output goes (true), or nowhere (false).
    public let isColored: Bool
    /// The variable that says so.
    public let variable: String

    /// `NO_COLOR` comes first, then `FORCE_COLOR` and `CLICOLOR_FORCE`, then `CLICOLOR`. Nil if none of them says
    /// anything: then colours depend on the terminal. An empty variable counts as not set.
    ///
    /// - Parameter environment: the environment variables.
    public init?(environment: [String: String]) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0.lowercased() } }
        func isOff(_ value: String) -> Bool { value == "0" || value == "false" }
        if value("NO_COLOR") != nil {
            (isColored, variable) = (false, "NO_COLOR")
        } else if let forced = value("FORCE_COLOR") {
            (isColored, variable) = (!isOff(forced), "FORCE_COLOR")
        } else if let forced = value("CLICOLOR_FORCE"), !isOff(forced) {
            (isColored, variable) = (true, "CLICOLOR_FORCE")
        } else if let colored = value("CLICOLOR"), isOff(colored) {
            (isColored, variable) = (false, "CLICOLOR")
        } else {
            return nil
        }
    }
}
#endif

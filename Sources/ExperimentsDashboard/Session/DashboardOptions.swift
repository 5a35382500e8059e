/// How a dashboard looks and listens.
public struct DashboardOptions: Sendable {
    /// The themes to choose from, the first being the one in use.
    public var themes: [Theme]
    /// Which key asks for which action.
    public var keyMap: KeyMap
    /// Words to show once at the start, for example about bindings that could not be taken.
    public var warnings: [String]

    /// The local time's distance from UTC in seconds, for the times of day on screen.
    public var utcOffset: Int

    /// Options.
    public init(
        themes: [Theme] = [.plain], keyMap: KeyMap = .standard, warnings: [String] = [], utcOffset: Int = 0
    ) {
        self.themes = themes.isEmpty ? [.plain] : themes
        self.keyMap = keyMap
        self.warnings = warnings
        self.utcOffset = utcOffset
    }
}

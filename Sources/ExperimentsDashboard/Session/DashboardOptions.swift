/// How a dashboard looks and listens.
public struct DashboardOptions: Sendable {
    /// The theme at the start.
    public var theme: Theme
    /// The themes to choose from.
    public var themes: ThemeLibrary
    /// Which key asks for which action.
    public var keyMap: KeyMap
    /// Words to show once at the start, for example about bindings that could not be taken.
    public var warnings: [String]

    /// The local time's distance from UTC in seconds, for the times of day on screen.
    public var utcOffset: Int

    /// What the operator is told of while looking elsewhere, at the start.
    public var alertRules: AlertRules

    /// Options.
    public init(
        theme: Theme = .plain, themes: ThemeLibrary = ThemeLibrary(), keyMap: KeyMap = .standard,
        warnings: [String] = [], utcOffset: Int = 0, alertRules: AlertRules = AlertRules()
    ) {
        self.theme = theme
        self.themes = themes
        self.keyMap = keyMap
        self.warnings = warnings
        self.utcOffset = utcOffset
        self.alertRules = alertRules
    }
}

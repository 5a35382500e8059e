import ExperimentsCore

/// The appearance and the input options of a dashboard.
public struct DashboardOptions: Sendable {
    /// The theme at the start.
    public var theme: Theme
    /// The themes to choose from.
    public var themes: ThemeLibrary
    /// Whether the background is the theme's or the terminal's.
    public var background = BackgroundChoice.theme
    /// The keys of the commands.
    public var keyMap: KeyMap
    /// Words to show once at the start, for example about bindings that could not be taken.
    public var warnings: [String]
    /// The theme files, which are read again when they change; nil to leave the themes as they are.
    public var themeFiles: ThemeFiles?
    /// Whether a light or a dark theme is chosen as soon as the terminal has reported its background.
    public var followsBackground = false
    /// The project file, which is read again when it changes; nil if there is none.
    public var project: WatchedProject?
    /// Whether the mouse is in use at the start.
    public var usesMouse = true
    /// The view with which the dashboard begins; nil for the default view.
    public var remembered: RememberedView?
    /// Stores the view when the dashboard is left; nil to store nothing.
    public var memory: DashboardMemory?
    /// Whether overrides can only be looked at.
    public var isReadOnly = false
    /// Whether beginners are given hints.
    public var showsHints = false

    /// The local time in which times of day are shown.
    package var localTime = LocalTime.utc

    /// The initial rules for alerts.
    public var alertRules: AlertRules

    /// Whether there is a question before several overrides change at once.
    public var asksFirst = true

    /// Decides how waits after failed fetches vary; nil for not at all.
    public var seed: UInt64?

    /// Creates options.
    public init(
        theme: Theme = .plain, themes: ThemeLibrary = ThemeLibrary(), keyMap: KeyMap = .standard,
        warnings: [String] = [], alertRules: AlertRules = AlertRules()
    ) {
        self.theme = theme
        self.themes = themes
        self.keyMap = keyMap
        self.warnings = warnings
        self.alertRules = alertRules
    }
}

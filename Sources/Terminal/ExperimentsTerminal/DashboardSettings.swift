#if os(macOS) || !canImport(Darwin)
import ExperimentsDashboard
import Foundation
import NcursesTerminal

/// What an embedded dashboard is called, how often it fetches, how it looks and listens.
public struct DashboardSettings: Sendable {
    /// What the header calls the source.
    public var name: String
    /// The environment, for example `production`, which is then marked as such.
    public var environment: String?
    /// The time between fetches; nil to fetch by hand only.
    public var refreshInterval: Duration?
    /// Who sets overrides here, to be written beside them.
    public var author: String?
    /// The theme to begin with, and where the user's own are. Without one that is asked for, the dashboard takes a
    /// light or a dark one by the terminal's background.
    public var themes: ThemeFiles
    /// Keys, warnings and whatever else the dashboard can be told.
    public var options = DashboardOptions()
    /// How to use the terminal.
    public var terminal = TerminalOptions()

    /// Settings; the defaults are for an operator who watches: a fetch every 30 seconds.
    ///
    /// - Parameter theme: a theme's name, or the path of a theme file.
    public init(
        name: String = ProcessInfo.processInfo.processName, environment: String? = nil,
        refreshInterval: Duration? = .seconds(30), theme: String? = nil
    ) {
        let variables = ProcessInfo.processInfo.environment
        self.name = name
        self.environment = environment
        self.refreshInterval = refreshInterval
        author = variables["USER"]
        let config = variables["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        themes = ThemeFiles(
            theme, folder: (config ?? (variables["HOME"] ?? ".") + "/.config") + "/experiments/themes")
    }
}
#endif

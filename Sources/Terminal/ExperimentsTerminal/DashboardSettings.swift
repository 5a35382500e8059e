#if os(macOS) || !canImport(Darwin)
import ExperimentsDashboard
import ExperimentsSupport
import Foundation
import NcursesTerminal

/// The settings of an embedded dashboard.
public struct DashboardSettings: Sendable {
    /// The name of the source in the header.
    public var name: String
    /// The environment. `production`, for example, is then marked in the header.
    public var environment: String?
    /// The time between fetches; nil to fetch only on request.
    public var refreshInterval: Duration?
    /// The author of the overrides that are set in this dashboard.
    public var author: String?
    /// The theme, and the folder of the user's own themes. Without a theme, the dashboard uses a light or a dark one,
    /// like the terminal's background.
    public var themes: ThemeFiles
    /// Key bindings, notifications and all other options.
    public var options = DashboardOptions()
    /// The options for the terminal.
    public var terminal = TerminalOptions()

    /// Creates settings. The defaults are meant for an operator who watches: a fetch every 30 seconds.
    ///
    /// - Parameter theme: the name of a theme, or the path of a theme file.
    public init(
        name: String = ProcessInfo.processInfo.processName, environment: String? = nil,
        refreshInterval: Duration? = .seconds(30), theme: String? = nil
    ) {
        let variables = ProcessInfo.processInfo.environment
        self.name = name
        self.environment = environment
        self.refreshInterval = refreshInterval
        let account = UserAccount { variables[$0] }
        author = account.name
        let configuration = BaseFolder.configuration.path(home: account.home ?? "/dev/null") { variables[$0] }
        themes = ThemeFiles(theme, folder: configuration + "/experiments/themes")
    }
}
#endif

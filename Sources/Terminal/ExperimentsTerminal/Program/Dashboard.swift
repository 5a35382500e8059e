#if os(macOS) || !canImport(Darwin)
import ExperimentsCore
import ExperimentsDashboard
import Foundation
import ExperimentsNcurses

/// The terminal dashboard for a program of your own, with your app's typed keys.
public enum Dashboard {
    /// Shows the dashboard until the user leaves it. Call it on the main thread, which it blocks. However it ends, it
    /// restores the terminal.
    ///
    /// - Parameters:
    ///   - service: fetches and resolves the values, as in the app.
    ///   - keys: the keys to show, in this order, for example `Key.allCases`.
    ///   - overrides: the store for overrides; nil for that of the service.
    ///   - settings: the name, the fetch interval and the appearance of the dashboard.
    /// - Returns: the exit status: 0 after the user left, otherwise 128 plus the signal.
    /// - Throws: `TerminalProblem` if there is no usable terminal.
    public static func run(
        service: RemoteConfigService, keys: [any RemoteKey], overrides: (any OverrideStore)? = nil,
        settings: DashboardSettings = DashboardSettings()
    ) throws(TerminalProblem) -> Int32 {
        try DashboardProgram.run(
            session(service, keys: keys, overrides: overrides, settings: settings),
            options: options(settings, environment: ProcessInfo.processInfo.environment),
            terminal: settings.terminal)
    }

    static func session(
        _ service: RemoteConfigService, keys: [any RemoteKey], overrides: (any OverrideStore)?,
        settings: DashboardSettings
    ) -> DashboardSession {
        var shown = service
        if let overrides, overrides !== service.overrideStore {
            shown = RemoteConfigService(remoteConfigKeeper: service.keeper, overrideStore: overrides)
        }
        let path = (shown.overrideStore as? JSONOverrideStore)?.path
        var session = DashboardSession(
            service: shown, keys: keys.map { CatalogKey($0) }, sourceName: settings.name,
            environment: settings.environment, refreshInterval: settings.refreshInterval,
            overridesPath: path, author: settings.author)
        session.journal = path.map { OverrideJournalFile(besideOverridesAt: $0) }
        session.program = ProcessInfo.processInfo.processName
        return session
    }

    /// A theme that is not available does not prevent opening the dashboard. The problem is reported, and the default
    /// theme is used.
    static func options(_ settings: DashboardSettings, environment: [String: String]) -> DashboardOptions {
        var options = settings.options
        let usual = ThemeLibrary.usualName(colorsVariable: environment["COLORFGBG"])
        options.localTime = .system
        options.themeFiles = settings.themes
        options.followsBackground = settings.themes.chosen == nil
        do {
            options.themes = try settings.themes.library()
            options.theme = try options.themes.theme(named: settings.themes.chosen ?? usual)
        } catch {
            options.warnings.append("\(error)")
            options.theme = (try? options.themes.theme(named: usual)) ?? .plain
        }
        return options
    }
}
#endif
#if os(macOS) || !canImport(Darwin)
import ExperimentsDashboard
import ExperimentsSupport
import Foundation
import ExperimentsNcurses

/// The settings of an embedded dashboard.
public struct DashboardSettings: Sendable {
    /// The name of the source in the header.
    public var name: String
    /// The environment, for example `production`, which the header marks.
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
    /// The options of the terminal.
    public var terminal = TerminalOptions()

    /// Creates settings. The defaults are meant for an operator who watches: a fetch every 30 seconds.
    ///
    /// - Parameters:
    ///   - name: the name of the source in the header.
    ///   - environment: the environment in the header, such as `production`; nil for none.
    ///   - refreshInterval: the time between fetches; nil to fetch only on request.
    ///   - theme: the name of a theme, or the path of a theme file.
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

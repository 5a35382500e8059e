#if os(macOS) || !canImport(Darwin)
import ExperimentsCore
import ExperimentsDashboard
import Foundation
import NcursesTerminal

/// The terminal dashboard for an executable of an app team's own, on the app's typed keys.
public enum Dashboard {
    /// Shows the dashboard until it is left. To be called on the main thread, which it keeps; whatever ends it, the
    /// terminal is given back as it was.
    ///
    /// - Parameters:
    ///   - service: fetches and resolves, as it does in the app.
    ///   - keys: what to show, in this order, for example `Key.allCases`.
    ///   - overrides: where overrides are kept; nil for the service's own store.
    ///   - settings: what the dashboard is called, how often it fetches, how it looks and listens.
    /// - Returns: the exit code: 0 after leaving, 128 plus the signal otherwise.
    /// - Throws: `TerminalProblem` where there is no terminal to use.
    public static func run(
        service: RemoteConfigService, keys: [any RemoteKey], overrides: (any OverrideStore)? = nil,
        settings: DashboardSettings = DashboardSettings()
    ) throws(TerminalProblem) -> Int32 {
        try DashboardProgram.run(
            session(service, keys, overrides, settings),
            options: options(settings, environment: ProcessInfo.processInfo.environment), terminal: settings.terminal)
    }

    static func session(
        _ service: RemoteConfigService, _ keys: [any RemoteKey], _ overrides: (any OverrideStore)?,
        _ settings: DashboardSettings
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

    /// A theme that cannot be had is no reason not to open: it is said, and the usual one is taken.
    static func options(_ settings: DashboardSettings, environment: [String: String]) -> DashboardOptions {
        var options = settings.options
        let usual = Background.themeName(colorsVariable: environment["COLORFGBG"])
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

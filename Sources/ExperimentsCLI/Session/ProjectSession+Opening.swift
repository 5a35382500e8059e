import ExperimentsCore
import ExperimentsProject

extension ProjectSession {
    /// Puts together the project that the settings name, or that is found from here.
    ///
    /// - Parameter watching: whether changes of files are noticed at once; a command that fetches once need not.
    static func opened(_ settings: Settings, watching: Bool = false) throws -> ProjectSession {
        guard let located = try LocatedProject(settings) else { throw CommandProblem.noProject }
        let watcher: SystemFileWatcher? = watching ? .system : nil
        let project = located.project
        let source = try located.source(named: settings.source)
        let keeper = try SourceKeeper.keeper(for: source, in: located, watcher: watcher)
        let overrides = JSONOverrideStore(
            path: settings.overrides ?? located.shown(project.overridesPath), watcher: watcher)
        return ProjectSession(
            service: RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: overrides), keys: project.keys,
            sourceName: located.title(of: source), environment: source.environment, refreshInterval: project.refresh,
            overrides: overrides, theme: project.theme, bindings: project.bindings,
            notifications: project.notifications)
    }
}

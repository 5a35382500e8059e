import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import Foundation

extension ProjectSession {
    /// Puts together the project that the settings name, or that is found from here.
    ///
    /// - Parameter watching: whether changes of files are noticed at once; a command that fetches once need not.
    static func opened(_ settings: Settings, watching: Bool = false) throws -> ProjectSession {
        guard let located = try LocatedProject(settings) else { throw CommandProblem.noProject }
        let watcher: SystemFileWatcher? = watching ? .system : nil
        let project = located.project
        let source = try located.source(named: settings.source)
        let consent = EnvironmentConsent(located.absolutePath, settings)
        try consent.ask(for: source)
        let keeper = try SourceKeeper.keeper(for: source, in: located, watcher: watcher)
        // Before anyone listens, so that it is fetched once.
        let asked = try AskedPersona(settings, keeper, of: source.name)
        let overrides = OverrideFiles(settings, located, watcher: watcher)
        var session = ProjectSession(
            service: RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: overrides.store),
            keys: project.keys, sourceName: located.title(of: source), environment: source.environment,
            refreshInterval: project.refresh, overrides: overrides,
            projectPath: located.absolutePath, theme: project.theme, bindings: project.bindings,
            notifications: project.notifications)
        session.asksFirst = project.asksFirst
        session.asked = asked
        if !settings.noState { session.logPath = { located.fetchLogPath(of: $0) } }
        session.sources = project.sources.map { TitledSource(source: $0, title: located.title(of: $0)) }
        session.currentSource = source.name
        session.reread = { try located.reread() }
        session.fingerprint = located.fingerprint
        session.openSource = { name in
            let source = try located.source(named: name)
            try consent.check(source)
            let keeper = try SourceKeeper.keeper(for: source, in: located, watcher: watcher)
            return RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: overrides.store)
        }
        return session
    }
}

/// A project file as it was read while a dashboard was open.
struct ProjectReading: Sendable {
    /// What it says.
    let project: Project
    /// The fields that need a new start to count.
    let laterFields: [String]
}

extension ProjectSession {
    /// What the keys come to, to be listed.
    var content: KeyListing.Content { KeyListing.Content(report: service.report(for: keys), now: Date()) }

    /// The rows that a filter lets through, in an order. Once something was fetched.
    ///
    /// - Throws: `CommandProblem` where that cannot be found out.
    func rows(
        filter: Filter, sort: KeyOrder = KeyOrder()
    ) throws(CommandProblem) -> [ReportRow] {
        do throws(FilterProblem) {
            return try KeyListing.rows(of: content, filter: filter, sort: sort)
        } catch {
            throw CommandProblem(error, in: filter.text)
        }
    }
}

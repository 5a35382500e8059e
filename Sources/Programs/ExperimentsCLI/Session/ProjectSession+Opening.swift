import ExperimentEvents
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTeam
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
        let team = try TeamConnection.store(settings, located)
        if watching { team?.follow() }
        // A persona that is asked for by name may be the team's, and is needed at once.
        if !watching || settings.personaArguments.contains(where: \.isNamed) { try team?.readOnce() }
        let overrides = OverrideFiles(settings, located, team: team, watcher: watcher)
        let personas = PersonaLibrary(project.personas, besideOverridesAt: overrides.path)
            .sharing(team?.view.library.personas ?? [])
        // Before the service observes the keeper, so that values are fetched once.
        let asked = try AskedPersona(settings, keeper, of: source.name, from: personas)
        var session = ProjectSession(
            service: RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: overrides.store),
            keys: project.keys, sourceName: located.title(of: source), environment: source.environment,
            refreshInterval: project.refresh, overrides: overrides,
            projectPath: located.absolutePath, theme: project.theme, bindings: project.bindings,
            notifications: project.notifications, personas: personas)
        session.serving = project.serving
        session.team = team
        let events = ProjectEvents(besideOverridesAt: overrides.path, EventDefinitions(project))
        session.events = events
        let declared = DeclaredResults(project, events)
        (session.declared, session.results) = (declared, declared.source)
        session.asksFirst = project.asksFirst
        session.keepsTerminalBackground = project.keepsTerminalBackground
        session.asked = asked
        if !settings.noState { session.logPath = { located.fetchLogPath(of: $0) } }
        session.sources = project.sources.map { TitledSource(source: $0, title: located.title(of: $0)) }
        session.currentSource = source.name
        session.reread = { try located.reread() }
        session.fingerprint = located.fingerprint
        session.templates = { name in
            let source = try located.source(named: name)
            return TemplateWorkspace.kinds.contains(source.kind)
                ? try TemplateWorkspace(source, in: located, settings) : nil
        }
        session.projectEditor = located.editor
        session.openSource = { name in
            let source = try located.source(named: name)
            try consent.check(source)
            let keeper = try SourceKeeper.keeper(for: source, in: located, watcher: watcher)
            return RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: overrides.store)
        }
        return session
    }
}

extension ProjectSession {
    /// The keys with their status and value now, to be listed.
    var content: KeyListing.Content { KeyListing.Content(report: service.report(for: keys), now: Date()) }

    /// The rows that a filter lets through, in an order. Once something was fetched.
    ///
    /// - Parameter content: the keys to list with their status and value; those of now, unless it is given.
    /// - Throws: `CommandProblem` where that cannot be found out, `FileProblem` where what was kept cannot be read.
    func rows(
        of content: KeyListing.Content? = nil, filter: Filter, sort: KeyOrder = KeyOrder()
    ) throws -> [ReportRow] {
        var content = content ?? self.content
        if filter.asksForStaleness {
            let request = DefaultAgesRequest(source: currentSource, keys: keys)
            content.ages = try request.read(KeptValues(self).log.values, at: content.now)
        }
        return try content.rows(filter: filter, sort: sort)
    }
}

extension KeyListing.Content {
    /// The rows that a filter lets through, in an order.
    ///
    /// - Throws: `CommandProblem` where that cannot be found out.
    fileprivate func rows(filter: Filter, sort: KeyOrder) throws(CommandProblem) -> [ReportRow] {
        do throws(FilterProblem) {
            return try KeyListing.rows(of: self, filter: filter, sort: sort)
        } catch {
            throw CommandProblem(error, in: filter.text)
        }
    }
}

import ExperimentEvents
import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import ExperimentsTeam
import FirebaseTemplates
import Foundation

/// An open project, for commands and the dashboard.
struct ProjectSession: Sendable {
    /// The service that resolves the keys.
    let service: RemoteConfigService
    /// The keys that the project declares, in order.
    let keys: [CatalogKey]
    /// The name of the source.
    let sourceName: String
    /// The environment of the source, if it has one.
    let environment: String?
    /// The time between fetches; nil for no automatic fetches.
    let refreshInterval: Duration?
    /// The overrides that the service resolves with.
    let overrides: OverrideFiles
    /// The team's store; nil if the project has none.
    var team: TeamStore?
    /// The first reading of that store, if it runs during the next fetch.
    var teamReading: TeamReading?
    /// The absolute path of the project file, if there is one.
    var projectPath: String?
    /// The theme of the project.
    var theme: String?
    /// Whether the project keeps the terminal's background.
    var keepsTerminalBackground = false
    /// The key bindings of the project.
    var bindings: [ProjectBinding] = []
    /// The programs that the project lets the dashboard run.
    var commands: [ProjectCommand] = []
    /// The alerts of the project.
    var notifications = ProjectNotifications()
    /// Whether the dashboard asks before changing several overrides.
    var asksFirst = true
    /// The command that checks changes of the app's code.
    var codeCheck: String?
    /// The settings for serving the project to apps; nil if it has none.
    var serving: ProjectServing?
    /// The storage of its events; nil for a session without events.
    var events: ProjectEvents?
    /// The warehouse that counts its events; nil if they are stored beside the project.
    var warehouse: ProjectWarehouse?
    /// Returns the results of only one of its experiments, by its exact name.
    var resultsOf: (@Sendable (String) -> any ExperimentResultsSource)?
    /// Called with the address each time the dashboard begins to serve apps.
    var servedAt: (@Sendable (URL) -> Void)?
    /// The project's sources.
    var sources: [(source: ProjectSource, title: String)] = []
    /// The name of the current one.
    var currentSource: String?
    /// Reads the project file again while a dashboard is open.
    var reread: (@Sendable () throws -> (project: Project, laterFields: [String]))?
    /// Changes the keys in the project file; nil if there is none.
    var projectEditor: ProjectFileEditor?
    /// The fingerprint of the project file before it was read.
    var fingerprint: FileFingerprint?
    /// Creates a service for another source, by name.
    var openSource: (@Sendable (String) throws -> RemoteConfigService)?

    /// The personas of the project.
    let personas: PersonaLibrary

    /// Opens the template of a source, by the source's name; nil for one without a template.
    var templates: (@Sendable (_ source: String?) throws -> TemplateWorkspace?)?

    /// Called when the user of its dashboard edits or publishes a template.
    var usesTemplate: (@Sendable () -> Void)?

    /// The declared experiments, which can be updated; nil for a session without a project file.
    var declared: DeclaredResults?

    /// The rollouts of the project.
    var rollouts: [DeclaredRollout] = []

    /// The results of declared experiments; nil if none are declared.
    var results: (any ExperimentResultsSource)?

    /// The persona that the source is fetched for, if it is not the configured one.
    var asked: AskedPersona?

    /// The maximum time that a command waits for sources and stores; nil for the default of each.
    var waits: WaitLimit?

    /// Whether its dashboard shows hints, even if no state is stored.
    var showsHints = false

    /// Returns the path of the stored fetches of a source, by the source's name, without the extension; nil for none.
    var logPath: (@Sendable (_ source: String?) -> String)?

    /// The name of the source, with the persona if it is not the configured one.
    var sourceWords: String { [sourceName, asked?.words].compactMap { $0 }.joined(separator: " ") }

    /// Fetches, and resolves every key.
    ///
    /// - Parameter limit: the maximum age, in seconds, of last good values to use if nothing can be fetched.
    /// - Throws: `FileProblem` if the overrides cannot be read, `FetchFailure` if nothing could be fetched.
    func fetchedReport(allowingStale limit: TimeInterval = .infinity) throws -> Report {
        if let problem = overrides.problem { throw problem }
        try fetch(allowingStale: limit)
        return service.report(for: keys)
    }

    /// Fetches. On a terminal, shows that it is waiting if that takes long.
    ///
    /// - Parameter limit: the maximum age, in seconds, of last good values to use if nothing can be fetched.
    /// - Throws: `FetchFailure` if nothing could be fetched, `CommandProblem` if the source does not use an attribute
    ///   of the persona.
    func fetch(allowingStale limit: TimeInterval = .infinity) throws {
        let service = service
        do {
            // The fetch itself ends at the limit.
            _ = try waits.counting {
                try Progress.wait("Fetching from \(sourceName)") { try await service.fetch(.manual) }
            }
        } catch let failure as FetchFailure {
            guard service.hasValues(noOlderThan: limit), let words = service.staleWords() else {
                throw failure
            }
            StandardError.line("note: \(words)")
        }
        try teamReading?.finish()
        try asked?.check()
        warn(of: service.snapshot)
    }

    /// Prints problems of the source to standard error. For example, a condition that cannot be read never matches,
    /// which no value shows.
    private func warn(of snapshot: Snapshot) {
        let problems = snapshot.contentProblems
        for problem in problems.prefix(Self.problemLimit) {
            StandardError.line("note: \(problem)")
        }
        let others = problems.count - Self.problemLimit
        guard others > 0 else { return }
        StandardError.line("note: \(others) more problems; use `experiments list --json` to list all of them")
    }

    /// The maximum number of problems of a source to print.
    private static let problemLimit = 5
}

extension ProjectSession {
    /// Returns the log of the fetches of this source; nil for none.
    func fetchLog(by command: String? = nil) -> FetchLog? {
        logPath.map { FetchLog(path: $0(currentSource), program: command.map { "experiments \($0)" }) }
    }

    /// Stores the latest fetch in the log, if it has news. If that fails, the command continues. Values for a persona
    /// other than the configured one are not stored.
    func keepFetch(by command: String) {
        guard asked?.words == nil else { return }
        try? fetchLog(by: command)?.addLatest(of: service.history, service.snapshot)
    }
}

extension ProjectSession {
    /// From now on, shows the draft of the source's template instead of the published version.
    ///
    /// - Throws: `CommandProblem` if there is none, `FileProblem` if it cannot be read.
    func showDraft() throws {
        guard let workspace = try templates?(currentSource) else {
            throw CommandProblem(
                "source \(sourceName) has no template, so it has no draft",
                advice: "Use a source of kind firebase-template.")
        }
        guard let keeper = service.keeper as? TemplateRemoteConfigKeeper else {
            throw CommandProblem(
                "source \(sourceName) returns only what apps get, so it cannot show the values of the draft",
                advice:
                    "Use `experiments template draft diff` to see the draft, or publish it to see its values."
            )
        }
        keeper.setDraft(try workspace.storedDraft().template)
    }
}

extension TemplateWorkspace {
    /// Returns the stored draft.
    ///
    /// - Throws: `CommandProblem` if there is none, `FileProblem` if it cannot be read.
    func storedDraft() throws -> TemplateDraft {
        guard let draft = try store.read() else {
            throw CommandProblem(
                "no draft of \(origin.title)",
                advice: "Use `experiments template set KEY VALUE` to start one.")
        }
        return draft
    }
}

extension ProjectSession {
    /// Opens the project in the settings, or the project in this folder.
    ///
    /// - Parameters:
    ///   - watching: whether changes of files are noticed immediately, which a command that fetches once does not need.
    ///   - fetching: whether a fetch follows, during which the team's store can be read.
    ///   - shared: the team's store, if it was read already.
    static func opened(
        _ settings: Settings, watching: Bool = false, fetching: Bool = false, sharing shared: TeamStore? = nil
    ) throws -> ProjectSession {
        guard let located = try LocatedProject(settings) else { throw CommandProblem.noProject }
        let watcher: SystemFileWatcher? = watching ? .system : nil
        let project = located.project
        let source = try located.source(named: settings.source)
        let consent = EnvironmentConsent(located.absolutePath, settings)
        try consent.ask(for: source)
        let keeper = try SourceKeeper.keeper(for: source, in: located, watcher: watcher)
        let team = try shared ?? TeamConnection.store(settings, located)
        if watching { team?.follow() }
        // A persona given by name may be the team's, and is needed immediately.
        let isNeeded = settings.personaArguments.contains(where: \.isNamed)
        var reading: TeamReading?
        if shared == nil, isNeeded || !watching {
            reading = team.map { TeamReading($0, within: settings.waits) }
        }
        if isNeeded || !fetching {
            try reading?.finish()
            reading = nil
        }
        let overrides = OverrideFiles(settings, located, team: team, watcher: watcher)
        let personas = PersonaLibrary(project.personas, besideOverridesAt: overrides.path)
            .sharing(team?.view.library.personas ?? [])
        // Do this before the service observes the keeper, so that values are fetched once.
        let asked = try AskedPersona(settings, keeper, of: located.title(of: source), from: personas)
        var session = ProjectSession(
            service: located.service(
                keeper, of: source, overrides: overrides.store, settings, isAsked: asked?.words != nil),
            keys: project.keys, sourceName: located.title(of: source), environment: source.environment,
            refreshInterval: project.refresh, overrides: overrides,
            projectPath: located.absolutePath, theme: project.theme, bindings: project.bindings,
            notifications: project.notifications, personas: personas)
        session.commands = project.commands
        session.serving = project.serving
        (session.team, session.teamReading, session.waits) = (team, reading, settings.waits)
        var events = ProjectEvents(
            besideOverridesAt: overrides.path, EventDefinitions(project), isReadOnly: settings.readOnly)
        events.consent = consent
        events.isFresh = settings.isFresh
        session.warehouse = project.warehouse
        session.events = events
        session.resultsOf = { [events] name in
            var own = project
            own.experiments = project.experiments.filter { $0.name.isExactly(name) }
            return events.results(of: own)
        }
        let declared = DeclaredResults(project, events)
        (session.declared, session.results) = (declared, project.experiments.isEmpty ? nil : declared.source)
        session.rollouts = project.rollouts.map { rollout in
            DeclaredRollout(rollout) {
                try located.checkUnchanged(rollout)
                try consent.check(located.source(named: rollout.source))
                return try RolloutWork(rollout, in: located, settings, program: "experiments")
            }
        }
        session.asksFirst = project.asksFirst
        session.codeCheck = project.codeCheck
        session.keepsTerminalBackground = project.keepsTerminalBackground
        session.asked = asked
        if !settings.noState { session.logPath = { located.fetchLogPath(of: $0) } }
        session.sources = project.sources.map { ($0, located.title(of: $0)) }
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
            return located.service(keeper, of: source, overrides: overrides.store, settings)
        }
        return session
    }
}

extension ProjectSession {
    /// The keys with their current status and value, for a list.
    var content: KeyListing.Content { KeyListing.Content(report: service.report(for: keys), now: Date()) }

    /// Returns the rows that match a filter, in an order. Call it after a fetch.
    ///
    /// - Parameter content: the keys to list with their status and value; by default, the current ones.
    /// - Throws: `CommandProblem` if the rows cannot be determined, `FileProblem` if stored values cannot be read.
    func rows(
        of content: KeyListing.Content? = nil, filter: Filter, sort: KeyOrder = KeyOrder()
    ) throws -> [ReportRow] {
        var content = content ?? self.content
        if filter.asksForStaleness {
            let request = ValueAgesRequest(
                source: currentSource, keys: keys, isSameForAll: !(service.keeper is any PersonaKeeper))
            let outcomes = ExperimentOutcomes(
                try standings(at: content.now, keepingLooks: false) ?? [], keys: keys)
            content.ages = try request.read(KeptValues(self).log.values, at: content.now)
                .adding(winners: outcomes.winners, excluding: outcomes.undecided)
        }
        return try content.rows(filter: filter, sort: sort)
    }
}

extension KeyListing.Content {
    /// Returns the rows that match a filter, in an order.
    ///
    /// - Throws: `CommandProblem` if the rows cannot be determined.
    fileprivate func rows(filter: Filter, sort: KeyOrder) throws(CommandProblem) -> [ReportRow] {
        do throws(FilterProblem) {
            return try KeyListing.rows(of: self, filter: filter, sort: sort)
        } catch {
            throw CommandProblem(error, in: filter.text)
        }
    }
}

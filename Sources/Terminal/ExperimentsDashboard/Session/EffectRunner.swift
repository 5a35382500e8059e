import Dispatch
import ExperimentsCore
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsTeam
import FirebaseTemplates
import Foundation

/// Performs the effects that need no terminal, and posts the results.
package final class EffectRunner: Sendable {
    /// The session, with the services of the first source.
    let session: DashboardSession
    let services: ServiceSwitch
    let templateWork = SerialWork()
    let apps: AppsAtWork
    /// The apps known to the team's servers.
    let teamApps: TeamApps?
    /// The queue for changes of the team's store, in the order of the requests.
    let teamWork = SerialWork()
    let teamObservations = Mutex<[ObservationHandle]>([])
    let results: ResultsAtWork
    /// The queue for rollouts, in the order of the requests.
    let rolloutWork = SerialWork()
    let origin: OverrideOrigin
    let post: @Sendable (Message) -> Void
    let now: @Sendable () -> Date
    /// The last reported state of the store of overrides.
    let told = Mutex(ToldOverrides())
    /// The queue for changes to overrides, in the order of the requests.
    let writes = DispatchQueue(label: "experiments.overrides")
    /// The queue for storing fetches, with low priority.
    let logging = DispatchQueue(label: "experiments.log", qos: .utility)
    /// The queue for changing the persona of the source.
    let inquiries = DispatchQueue(label: "experiments.inquiries")

    /// Creates a runner, which listens to the session's service.
    ///
    /// - Parameter post: takes messages, on any thread.
    package init(
        session: DashboardSession, now: @escaping @Sendable () -> Date = { Date() },
        post: @escaping @Sendable (Message) -> Void
    ) {
        self.session = session
        services = ServiceSwitch(session)
        apps = AppsAtWork(session)
        teamApps = session.team.map { TeamApps($0) }
        results = ResultsAtWork(session)
        origin = OverrideOrigin(author: session.author, program: session.program)
        self.now = now
        self.post = post
        session.listener?.begin { text, isLoss in post(.listenerSays(text, isLoss: isLoss)) }
        let name = session.currentSource
        let service = session.service
        _ = show(service, named: name, services.wish())
        readJournal()
        runTemplate(.recall)
        // Do this in the background, so that the first frame does not wait for the disk.
        logging.async { service.lastGood.restore() }
        readFetches(of: name)
        followApps()
        followTeam()
        followResults()
    }

    /// The name of the current source, if there are several.
    var currentSource: String? { services.currentName }

    var journal: OverrideJournalFile? { session.journal }

    /// The service of the current source.
    var service: RemoteConfigService { services.current }

    /// Switches to a source, and reports its events.
    ///
    /// - Returns: false if another source was requested in the meantime.
    private func show(_ service: RemoteConfigService, named name: String?, _ ticket: Int) -> Bool {
        services.show(service, ticket) { [weak self, weak service] event in
            let own = self?.ownEvent(event, of: service, name)
            if let own {
                self?.hear(own, from: name)
                self?.keepFetch(own, of: service, name)
            }
            self?.inform(of: event, of: service, name)
            self?.readResults(after: event)
        }
    }

    /// Starts the work of an effect, but ignores effects that need a terminal. Never blocks.
    package func run(_ effect: Effect) {
        switch effect {
        case .fetch(let trigger):
            // The result arrives through the subscription.
            let service = services.current
            Task.detached { _ = try? await service.fetch(trigger) }
        case .resolve(let request):
            Task.detached { [post] in
                post(.resolved(request.resolved()))
                // The fetched and parsed data is no longer needed.
                FreedMemory.giveBack()
            }
        case .prepare(let request): Task.detached { [post] in post(.prepared(request.prepared())) }
        case .compare(let request):
            Task.detached { [post] in post(.to(\.comparison, .compared(request.compared()))) }
        case .differ(let request):
            Task.detached { [post] in
                let values = request.compared()
                post(.differed(values))
                if values.rest == nil { post(.differed(values.completed())) }
            }
        case .readEarlierValues(let request): readValues(request)
        case .readValueAges(let request): readAges(request)
        case .readTimeline(let request): readTimeline(request)
        case .findReferences(let name): search(for: name)
        case .retire(let request): retire(request)
        case .release(let discarded):
            Task.detached {
                discarded.release()
                FreedMemory.giveBack()
            }
        case .editOverrides(let edit): change(edit)
        case .announce(let person): session.team?.announce(person)
        case .shelve(let request): shelve(request)
        case .openSource(let name):
            let ticket = services.wish()
            Task.detached { self.openSource(name, ticket) }
        case .readSource(let name): Task.detached { await self.readSource(name) }
        case .surveySources(let names): Task.detached { await self.survey(names) }
        case .profiles(let request):
            writes.async { [profiles = session.profiles, post] in
                if let profiles {
                    post(.profilesAnswered(request, LibraryAnswer<OverrideProfile>(request, from: profiles)))
                }
            }
        case .serveApps(let reach): serve(reach)
        case .findNetwork(let app): findNetwork(linking: app)
        case .linkApp(let name, let server): link(name, server: server)
        case .unlinkApp(let name): unlink(name)
        case .template(let request): runTemplate(request)
        case .values(let request): runValues(request)
        case .rollouts(let request): runRollouts(request)
        case .editProject(let request):
            writes.async { [editor = session.projectEditor, post] in
                if let editor { post(.projectEditAnswered(request.answered(by: editor))) }
            }
        case .startProject(let text):
            writes.async { [starting = session.starting, post] in
                if let starting { post(.projectStarted(problem: starting.problem(writing: text))) }
            }
        case .export(let request):
            Task.detached { [post] in post(.exported(request, request.written())) }
        case .personas(let request):
            writes.async { [personas = session.personas, post] in
                if let personas {
                    post(
                        .personasAnswered(
                            request, LibraryAnswer<NamedPersona>(request, from: personas.sharing([]))))
                }
            }
        case .evaluateMatrix(let request): Task.detached { await self.evaluate(request) }
        case .followResults(let update, let keys): followResults(update, keys)
        case .askWarehouse: askWarehouse()
        case .explain, .readConditions, .readPersonaFields, .setPersona: inquire(effect)
        case .allowCommand(let digest):
            writes.async { [allowCommand = session.allowCommand, post] in
                do {
                    try allowCommand?(digest)
                } catch {
                    post(.to(\.ownCommands, .notRemembered(ErrorReport.headline(of: error))))
                }
            }
        case .runCommand, .stopCommand, .openEditor, .openPlace, .copy, .alert, .setMouse, .readThemes,
            .inside,
            .redraw, .suspend, .quit:
            break
        }
    }

    /// Searches on another thread, because another program takes seconds to read a large app.
    private func search(for name: String) {
        guard let findReferences = session.findReferences else { return }
        Task.detached { [post] in
            let result = await OwnThread.run {
                Result { () throws(MessageError) in try findReferences(name) }
            }
            post(.referencesFound(result, of: name))
        }
    }

    private func openSource(_ name: String, _ ticket: Int) {
        do {
            guard let service = try services.service(named: name) else { return }
            service.lastGood.restore()
            guard show(service, named: name, ticket) else { return }
            let opened = OpenedSource(
                name: name, service: service, keys: session.keys,
                configured: services.configuredPersona(of: name))
            post(.sourceOpened(opened))
            runTemplate(.recall)
            readFetches(of: name, before: opened.history.records.first?.startedAt)
            // Values that arrived in the meantime were reported before the source was shown, and were ignored.
            if service.snapshot.fetchedAt != opened.report.snapshot.fetchedAt {
                post(.sourceEvent(source: name, .snapshotChanged(service.snapshot)))
            }
        } catch {
            post(.sourceNotOpened(name: name, reason: ErrorReport.headline(of: error)))
        }
    }

    private func survey(_ names: [String]) async {
        let survey = SourceSurvey(keys: session.keys, open: { [services] in try services.service(named: $0) })
        await survey.ask(names) { [post] in post(.to(\.project.answers, .answered(name: $0, $1))) }
    }

    private func evaluate(_ request: MatrixRequest) async {
        let evaluator = MatrixEvaluator(
            service: service, personas: session.personas?.sharing(session.team?.view.library.personas ?? []),
            apart: { [session] in try session.openSource?($0) },
            named: { [services] in try services.service(named: $0) })
        post(.to(\.matrix, .evaluated(request, await evaluator.answer(to: request, at: now()))))
        FreedMemory.giveBack()
    }

    /// Reports an event to the listener. Nothing is reported while the operator views as another user, because that is
    /// a trial. Values that an earlier program fetched are not reported either, because every change since would be
    /// reported with the next fetch.
    private func inform(of event: ServiceEvent, of service: RemoteConfigService?, _ name: String?) {
        guard let listener = session.listener, let service, services.asksAsConfigured(service, of: name)
        else { return }
        if case .snapshotChanged(let snapshot) = event, let restoredAt = service.lastGood.restoredAt,
            snapshot.fetchedAt == restoredAt
        {
            return
        }
        listener.hear(event, from: name, at: now())
    }

    private func readSource(_ name: String) async {
        do {
            guard let service = try services.service(named: name) else { return }
            var problem: String?
            do {
                try await service.fetch(.manual)
            } catch {
                problem = FetchFailure.summary(of: error)
                service.lastGood.restore()
            }
            post(.to(\.comparison, .read(name: name, service.snapshot, problem: problem)))
        } catch {
            post(.to(\.comparison, .read(name: name, .empty, problem: ErrorReport.headline(of: error))))
        }
    }
}

extension EffectRunner {
    /// Sends the source a request that only some sources can answer; does nothing for other sources.
    func inquire(_ effect: Effect) {
        inquiries.async { [self, service, post] in
            switch effect {
            case .explain(let request):
                guard let keeper = service.keeper as? any ExplainingKeeper else { return }
                post(.to(\.shown.source, .explained(request, keeper.explanation(of: request.name))))
            case .readConditions(let number):
                let names = KnownSource.conditionalKeys(of: service.keeper)
                post(.to(\.apps, .conditionsRead(names, number: number)))
            case .readPersonaFields:
                guard let keeper = service.keeper as? any PersonaKeeper else { return }
                post(.to(\.shown.source, .personaFields(keeper.personaFieldNames)))
            case .setPersona(let persona):
                guard let keeper = service.keeper as? any PersonaKeeper else { return }
                let before = keeper.snapshot
                view(service) { keeper.setPersona(persona) }
                let changed = SnapshotDifference(from: before, to: keeper.snapshot).count
                post(.to(\.shown.source, .personaSet(changedCount: changed)))
            default: break
            }
        }
    }
}

// Stored fetches, of this dashboard and earlier ones.
extension EffectRunner {
    /// Stores a fetch. Values for a persona other than the configured one are not stored.
    func keepFetch(_ event: ServiceEvent, of service: RemoteConfigService?, _ source: String?) {
        guard case .fetchFinished(let record) = event, let service, let log = session.fetchLog?(source) else {
            return
        }
        guard services.asksAsConfigured(service, of: source) else { return }
        // Values with a draft are not stored either.
        guard (service.keeper as? TemplateRemoteConfigKeeper)?.draft == nil else { return }
        // The record of the service also has differences between users.
        var history = FetchHistory()
        for previous in service.history.records.dropLast().suffix(1) { history.append(previous) }
        history.append(record)
        let snapshot = service.snapshot
        // A failure to store it is not reported while the dashboard is open.
        logging.async { [history] in try? log.addLatest(of: history, snapshot) }
    }

    /// Reads the stored values of a source, after all pending values are stored.
    func readValues(_ request: EarlierValuesRequest) {
        let log = session.fetchLog?(request.source)
        logging.async { [post] in
            let result = Result { () throws(FileProblem) in try EarlierValues(log?.values, request) }
            post(.to(\.shown.history, .earlierValues(result, source: request.source)))
            FreedMemory.giveBack()
        }
    }

    func readAges(_ request: ValueAgesRequest) {
        let log = session.fetchLog?(request.source)
        logging.async { [post, now] in
            let result = Result { () throws(FileProblem) in try request.read(log?.values, at: now()) }
            post(.to(\.shown.source, .agesRead(result, source: request.source)))
            FreedMemory.giveBack()
        }
    }

    func readTimeline(_ request: KeyTimelineRequest) {
        let log = session.fetchLog?(request.source)
        logging.async { [journal, post, now] in
            let (timeline, problem) = request.read(log?.values, journal, at: now())
            post(.timelineRead(timeline, problem: problem, source: request.source))
            FreedMemory.giveBack()
        }
    }

    /// - Parameter first: the time when this dashboard's own fetches of the source began.
    func readFetches(of source: String?, before first: Date? = nil) {
        guard let log = session.fetchLog?(source) else { return }
        let opened = first ?? now()
        logging.async { [weak self] in
            guard let self, let fetches = try? log.read(), !fetches.isEmpty else { return }
            let records = fetches.map(\.record).filter { $0.startedAt < opened }
            post(.to(\.shown.history, .earlierFetches(records, source: source)))
        }
    }
}

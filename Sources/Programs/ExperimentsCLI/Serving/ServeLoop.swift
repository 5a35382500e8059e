import Dispatch
import ExperimentEvents
import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import ExperimentsServer
import ExperimentsTeam
import Foundation

/// Serves apps, fetches at the interval, and prints events, until the program ends.
struct ServeLoop {
    /// An event for the loop.
    private enum Event: Sendable {
        /// An event of a source, with the number of the source.
        case service(Int, ServiceEvent)
        case server(ServerNotice)
        /// The file with the known apps, or with their links, cannot be read or written.
        case filesProblem(FileProblem)
        /// The project file may have changed.
        case projectChanged
        /// The state of the team's store may have changed.
        case team(TeamView)
        /// A rollout made a step, or could not; nil if it waits.
        case rollout(String, Result<RolloutStep?, any Error>, source: String)
        /// All rollouts were looked at.
        case rolloutsDone
        /// The program should end.
        case ended
    }

    /// The maximum number of events waiting to be printed before requests are left out, because a terminal may be
    /// slower than the events.
    private static let backlogLimit = 10_000

    private let session: ProjectSession
    private let served: ServedProject
    private let showsRequests: Bool
    private let printer: ServePrinter
    private let events: WatchPrinter
    private let hooks: HookReporter?
    private let inbox = EventQueue<Event>()
    private var fetching: [FetchLoop]
    private var clock = ClockWatch()
    private var changes = ReportChanges()
    private var certificateProblem: FileProblem?
    /// The reported problems of the content of each source, by its number.
    private var contentProblems: [Int: [String]] = [:]
    /// The rollouts whose steps this program makes, and when.
    private var rollouts: AutomaticRollouts
    /// Whether the last message about the team's store was that it does not respond.
    private var isTeamAway = false

    /// - Parameters:
    ///   - interval: the time between fetches; nil to fetch once, and then only when a source announces a change.
    ///   - hooks: reports the events of the sources to web hooks; nil for none.
    init(
        _ session: ProjectSession, _ served: ServedProject, interval: Duration?, showsRequests: Bool,
        hooks: HookReporter? = nil, settings: Settings
    ) {
        self.session = session
        self.served = served
        self.showsRequests = showsRequests
        self.hooks = hooks
        printer = ServePrinter(settings: settings)
        rollouts = AutomaticRollouts(session.rollouts, startingAt: Date())
        events = WatchPrinter(settings, tellsEveryFetch: false)
        fetching = served.sources.map { source in
            FetchLoop(
                interval: interval, liveStatus: source.service.keeper.liveStatus, at: Date(),
                seed: .random(in: 0 ... .max))
        }
    }

    /// Serves until the program ends, and returns when all answers have been sent.
    mutating func run() throws {
        let (inbox, showsRequests) = (inbox, showsRequests)
        let server = served.server
        var observations = served.sources.enumerated().map { number, source in
            source.service.observe { inbox.post(.service(number, $0)) }
        }
        observations.append(
            server.observe { notice in
                if case .request = notice, !showsRequests || inbox.count >= Self.backlogLimit { return }
                inbox.post(.server(notice))
            })
        observations += problemObservations
        if let team = session.team { observations.append(team.observeView { inbox.post(.team($0)) }) }
        let splits = SplitRecorder(session)
        observations += splits?.begin() ?? []
        if let path = session.projectPath {
            observations.append(SystemFileWatcher.system.watch(path) { inbox.post(.projectChanged) })
        }
        let signals = EndingSignals { inbox.post(.ended) }
        defer { signals.cancel() }
        hooks?.begin { sentence, _ in StandardError.line("note: \(sentence)") }
        let url = try Progress.wait("Starting the server") { try await server.start() }
        served.recorder.serve(at: url.shownAddress)
        defer { served.recorder.serve(at: nil) }
        try withExtendedLifetime((observations, splits)) {
            let early = eventsOfFirstFetch()
            let sources = served.sources.map(\.name).map { name in
                (name: name, title: session.sources.first { $0.source.name == name }?.title ?? name)
            }
            try printer.printStart(url, publicURL: served.configuration.publicURL, sources, at: Date())
            try print(changes.events(of: session.overrides.problem))
            var goesOn = true
            for event in early where goesOn { goesOn = try step(event) }
            while goesOn { goesOn = try step(inbox.next(until: nextFetch)) }
            served.leaveTeamSoon()
            _ = try Progress.wait("Sending pending responses") { await server.stop() }
            for source in served.sources { source.service.lastGood.finish() }
            if let events = served.events {
                try Progress.wait("Storing events") { await events.finish() }
                if let refusal = events.refusal { StandardError.line("warning: \(refusal)") }
            }
            try printer.printEnd(at: Date())
        }
    }

    /// Returns the events until every source has been fetched, or a time limit. A client that starts when the address
    /// is printed then finds values.
    private mutating func eventsOfFirstFetch() -> [Event] {
        let end = Date().addingTimeInterval(ServingDefaults.firstFetchPatience)
        fetchWhatIsDue()
        var events: [Event] = []
        while served.sources.contains(where: { $0.service.history.last == nil }),
            let event = inbox.next(until: end)
        {
            events.append(event)
            if case .ended = event { break }
        }
        return events
    }

    /// Reports each time that a file of apps or of their links cannot be read or written, and the reason; immediately
    /// if it cannot be read at the start.
    private var problemObservations: [ObservationHandle] {
        let (recorder, link, inbox) = (served.recorder, served.link, inbox)
        func telling(_ first: FileProblem?) -> @Sendable (FileProblem?) -> Void {
            let told = Mutex<FileProblem?>(nil)
            let tell: @Sendable (FileProblem?) -> Void = { problem in
                let isNews = told.withLock { told in
                    defer { told = problem }
                    return problem != told
                }
                if isNews, let problem { inbox.post(.filesProblem(problem)) }
            }
            tell(first)
            return tell
        }
        let (ofApps, ofLinks) = (telling(recorder.problem), telling(link.problem))
        return [recorder.observe { ofApps($0.problem) }, link.observeProblem(ofLinks)]
    }

    private var nextFetch: Date? {
        (fetching.map(\.schedule.nextFetchAt) + [rollouts.due]).compactMap(\.self).min()
    }

    /// Makes the steps of the rollouts that are due, in the background.
    private mutating func stepRollouts() {
        let due = rollouts.begin(at: Date())
        guard !due.isEmpty else { return }
        let inbox = inbox
        Task.detached {
            for declared in due {
                let result: Result<RolloutStep?, any Error>
                do {
                    result = .success(try await declared.work().step(at: Date()).done)
                } catch {
                    result = .failure(error)
                }
                inbox.post(.rollout(declared.rollout.name, result, source: declared.rollout.source))
            }
            inbox.post(.rolloutsDone)
        }
    }

    /// Reports the step of a rollout, and each problem once.
    private mutating func hear(_ name: String, _ result: Result<RolloutStep?, any Error>, from source: String)
        throws
    {
        switch rollouts.hear(name, result) {
        case .step(let done)?:
            try printer.print(done, of: name, at: Date())
            hooks?.hear(rollout: name, done.sentence, isHarm: done.isHarm, from: source, at: Date())
        case .problem(let problem)?: StandardError.line("warning: \(name): \(problem)")
        case nil: break
        }
    }

    /// Keeps the waits for fetches unchanged if the clock was set.
    private mutating func noticeClock() {
        let jump = clock.jump()
        for index in fetching.indices { fetching[index].clockWasSet(by: jump) }
        rollouts.clockWasSet(by: jump)
    }

    private mutating func fetchWhatIsDue() {
        noticeClock()
        let now = Date()
        for (number, source) in served.sources.enumerated() where fetching[number].isDue(at: now) {
            fetching[number].begin(at: now)
            let service = source.service
            // Observers get the result.
            Task.detached { _ = try? await service.fetch(.scheduled) }
        }
    }

    /// Handles an event, if there is one, and what is due.
    ///
    /// - Returns: whether to continue.
    private mutating func step(_ event: Event?) throws -> Bool {
        reportCertificate()
        switch event {
        case nil: break
        case .ended: return false
        case .server(let notice): try printer.print(notice, at: Date())
        case .filesProblem(let problem): StandardError.report(problem, as: "warning")
        case .service(let number, let event): try hear(event, of: number)
        case .projectChanged: takeProject()
        case .team(let view): tell(of: view)
        case .rollout(let name, let result, let source): try hear(name, result, from: source)
        case .rolloutsDone: rollouts.end(at: Date())
        }
        fetchWhatIsDue()
        stepRollouts()
        return true
    }

    /// Reports once why a replaced certificate is not used.
    private mutating func reportCertificate() {
        let problem = served.configuration.certificate?.problem
        guard problem != certificateProblem else { return }
        certificateProblem = problem
        guard let problem else { return }
        StandardError.report(problem, as: "warning")
        StandardError.line("note: still using the previous certificate")
    }

    /// Reports once that the team's store does not respond, and once that it does again.
    private mutating func tell(of view: TeamView) {
        let status = view.status
        let isAway = status.state == .alone
        guard isAway != isTeamAway, isAway || status.state == .connected else { return }
        isTeamAway = isAway
        let reason = status.reason.map { ": \($0)" } ?? ""
        StandardError.line(
            isAway
                ? "note: the team's store does not respond\(reason); \(view.consequence)"
                : "note: the team's store responds again")
    }

    private mutating func hear(_ event: ServiceEvent, of number: Int) throws {
        noticeClock()
        _ = fetching[number].hear(event, at: Date())
        let name = served.sources[number].name
        // With a single source, its name is not needed.
        let source = served.sources.count > 1 ? name : nil
        hooks?.hear(event, from: number == 0 ? session.currentSource : name, at: Date())
        switch event {
        case .fetchStarted: break
        case .snapshotChanged: try printContentProblems(of: number, from: source)
        case .fetchFinished(let record):
            if number == 0 {
                if record.failure == nil { try session.asked?.check() }
                session.keepFetch(by: "serve")
            }
            try print([.fetch(record)], from: source)
            try printContentProblems(of: number, from: source)
        case .overridesChanged(let new): if number == 0 { try print(changes.events(of: new.problem)) }
        case .liveStatusChanged(let status): try print([.live(status)], from: source)
        }
    }

    /// Prints news about the content of a source, for example that its store was set back.
    private mutating func printContentProblems(of number: Int, from source: String?) throws {
        let problems = served.sources[number].service.snapshot.contentProblems
        let known = contentProblems[number] ?? []
        contentProblems[number] = problems
        try print(problems.filter { !known.contains($0) }.map { .sourceProblem($0) }, from: source)
    }

    private func print(_ new: [WatchEvent], from source: String? = nil) throws {
        let now = Date()
        for event in new { try events.print(event, from: source, at: now) }
    }

    /// Serves the keys that the project file now declares. Other changes to the file take effect at the next start.
    private func takeProject() {
        do {
            guard let reading = try session.reread?() else { return }
            served.declare(reading.project.keys)
            served.events?.declare(EventDefinitions(reading.project))
            if !reading.laterFields.isEmpty {
                let fields = reading.laterFields.joined(separator: ", ")
                StandardError.line("note: \(fields) changed in the project file; restart to apply")
            }
        } catch let problem as any OperatorError {
            StandardError.report(problem, as: "warning")
        } catch {
            StandardError.line(
                "warning: the project file cannot be read; still serving its last valid version")
        }
    }
}

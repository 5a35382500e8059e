import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTeam
import FirebaseConfig
import FirebaseExperiments
import Foundation
import RemoteConfigEmulator

/// The inputs of an emulator besides templates: the project's overrides, and another source.
struct EmulatorFeeding: Sendable {
    /// The parts that are passed to the emulator.
    let parts: EmulatorFeed.Parts
    /// The source, or an empty one, and the overrides.
    let service: RemoteConfigService
    /// The declared keys.
    let keys: [CatalogKey]
    /// The file of the overrides.
    let overridesPath: String
    let upstreamName: String?
    /// The time between fetches; nil to fetch once, and then only when the source requests it.
    let interval: Duration?

    /// Opens the source and the overrides of the settings.
    ///
    /// - Parameters:
    ///   - upstream: the name of the source; nil for none.
    ///   - overriding: whether the overrides are served.
    init(_ settings: Settings, upstream: String?, overriding: Bool) throws {
        guard let located = try LocatedProject(settings) else { throw CommandProblem.noProject }
        let team = try TeamConnection.store(settings, located)
        team?.follow()
        let overrides = OverrideFiles(settings, located, team: team, watcher: .system)
        if overriding, let problem = overrides.problem { throw problem }
        if let upstream {
            let source = try located.source(named: upstream)
            try EnvironmentConsent(located.absolutePath, settings).ask(for: source)
            let keeper = try SourceKeeper.keeper(for: source, in: located, watcher: .system)
            service = located.service(keeper, of: source, overrides: overrides.store, settings)
        } else {
            service = RemoteConfigService(
                remoteConfigKeeper: InMemoryRemoteConfigKeeper(), overrideStore: overrides.store)
        }
        var parts: EmulatorFeed.Parts = []
        if upstream != nil { parts.insert(.upstream) }
        if overriding { parts.insert(.overrides) }
        self.parts = parts
        keys = located.project.keys
        overridesPath = overrides.path
        upstreamName = upstream
        interval = upstream == nil ? nil : located.project.refresh
    }

    /// The project of the source, so that apps that request it get an answer; nil if there is none.
    var firebaseProject: FirebaseProject? {
        (service.keeper as? FirebaseRemoteConfigKeeper)?.remoteConfig.project
    }

    /// Returns a feed for a project of an emulator.
    func feed(_ emulator: Emulator, _ projectID: String) -> EmulatorFeed {
        let firebase = service.keeper as? FirebaseRemoteConfigKeeper
        return EmulatorFeed(
            emulator, projectID: projectID, parts: parts, from: service, keys: keys,
            overridesPath: overridesPath,
            experiments: { firebase?.remoteConfig.active?.experiments ?? [] })
    }
}

/// A running feed: when its source is fetched, and how the service's events are handled.
struct FeedingLoop {
    private let feeding: EmulatorFeeding
    private var feed: EmulatorFeed
    private var fetching: FetchLoop
    private var clock = ClockWatch()
    /// Whether the first fetch has ended, or none is made.
    private(set) var hasFetched: Bool

    init(_ feeding: EmulatorFeeding, _ feed: EmulatorFeed, at now: Date) {
        self.feeding = feeding
        self.feed = feed
        hasFetched = !feeding.parts.contains(.upstream)
        fetching = FetchLoop(
            interval: feeding.interval, liveStatus: feeding.service.keeper.liveStatus, at: now,
            seed: .random(in: 0 ... .max))
    }

    /// The time at which to call `act` without an event; nil for never.
    var deadline: Date? {
        [feeding.parts.contains(.upstream) ? fetching.schedule.nextFetchAt : nil, feed.deadline].compactMap {
            $0
        }.min()
    }

    /// Fetches if a fetch is due, and ends expired overrides.
    mutating func act(at now: Date) throws {
        fetching.clockWasSet(by: clock.jump())
        if feeding.parts.contains(.upstream), fetching.isDue(at: now) {
            fetching.begin(at: now)
            let service = feeding.service
            // Observers get the result.
            Task.detached { _ = try? await service.fetch(.scheduled) }
        }
        if let deadline = feed.deadline, deadline <= now { try feed.serve(at: now) }
    }

    /// Handles an event of the service.
    mutating func hear(_ event: ServiceEvent, at now: Date) throws {
        if case .fetchFinished = event { hasFetched = true }
        fetching.clockWasSet(by: clock.jump())
        _ = fetching.hear(event, at: now)
        try feed.hear(event, at: now)
    }

    /// Serves the last good values, if there are any, and begins the first fetch. A source that cannot be reached is
    /// reported as at any other time.
    mutating func begin() throws {
        feeding.service.lastGood.restore()
        try feed.serve(at: Date())
        try act(at: Date())
    }

}

/// Something that happens while an emulator serves apps.
enum EmulatorHappening: Sendable {
    /// An event in the emulator.
    case notice(EmulatorNotice)
    /// An event of the service that supplies the values.
    case service(ServiceEvent)
    /// The program should end.
    case ended
}

/// Serves apps, and prints what happens, until the program ends.
struct EmulatorLoop {
    let emulator: Emulator
    let host: ListeningHost
    let port: UInt16
    let certificate: ServerCertificate?
    let scenario: (script: Scenario, projectID: String)?
    let feeding: (feeding: EmulatorFeeding, projectID: String)?
    let showsRequests: Bool
    let printer: EmulatorPrinter

    /// The maximum number of events waiting to be printed before requests are left out, because a terminal may be
    /// slower than the events.
    private static let backlogLimit = 10_000
    /// The time limit for unfinished answers when the program ends.
    private static let drainPatience = Duration.seconds(5)

    /// Handles the first fetch, or what arrives within a time limit, so that a client that starts when the address is
    /// printed finds values. The server already answers in the meantime.
    ///
    /// - Returns: the notices that have not been printed yet.
    private func eventsOfFirstFetch(
        _ queue: EventQueue<EmulatorHappening>, _ feed: inout FeedingLoop?
    ) throws -> [EmulatorNotice] {
        let end = Date().addingTimeInterval(ServingDefaults.firstFetchPatience)
        var notices: [EmulatorNotice] = []
        while let loop = feed, !loop.hasFetched, let happening = queue.next(until: end) {
            switch happening {
            case .notice(let notice): notices.append(notice)
            case .service(let event): try feed?.hear(event, at: Date())
            case .ended:
                queue.post(.ended)
                return notices
            }
        }
        return notices
    }

    /// Serves until the program ends, and returns when all answers have been sent.
    func run() throws {
        let queue = EventQueue<EmulatorHappening>()
        let observation = emulator.observe { [showsRequests] notice in
            if case .request = notice, !showsRequests || queue.count >= Self.backlogLimit { return }
            queue.post(.notice(notice))
        }
        let versions = EmulatorVersions().follow(emulator)
        let feedingObservation = feeding?.feeding.service.observe { queue.post(.service($0)) }
        let signals = EndingSignals { queue.post(.ended) }
        defer {
            signals.cancel()
            observation.cancel()
            versions.cancel()
            feedingObservation?.cancel()
        }
        var feed = feeding.map { FeedingLoop($0, $0.feed(emulator, $1), at: Date()) }
        try feed?.begin()
        let server = EmulatorServer(emulator, host: host, port: port, certificate: certificate)
        let url = try Progress.wait("Starting the server") { try await server.start() }
        let early = try eventsOfFirstFetch(queue, &feed)
        try printer.printStart(url, emulator, at: Date())
        for notice in early { try printer.print(notice, emulator, at: Date()) }
        if let scenario {
            Task.detached { [emulator] in
                try await scenario.script.play(on: emulator, projectID: scenario.projectID)
            }
        }
        while true {
            try feed?.act(at: Date())
            switch queue.next(until: feed?.deadline) {
            case nil: break
            case .notice(let notice)?: try printer.print(notice, emulator, at: Date())
            case .service(let event)?: try feed?.hear(event, at: Date())
            case .ended?:
                try Progress.wait("Sending pending responses") {
                    await server.stop(patience: Self.drainPatience)
                }
                return
            }
        }
    }
}

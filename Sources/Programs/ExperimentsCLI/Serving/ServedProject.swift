import ArgumentParser
import Dispatch
import ExperimentEvents
import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsProject
import ExperimentsServer
import ExperimentsTeam
import Foundation

/// A project as it is served to apps: its sources, and the parts of the server that answer.
///
/// `serve` and the dashboard both use it. Additional services are added as parts here.
struct ServedProject: Sendable {
    /// The sources to serve, the one without a name in its address first.
    let sources: [FlagSource]
    let configuration: ServerConfiguration
    let parts: [any ServedPart]
    /// The part for linked apps.
    let link: LinkPart
    /// Stores the reports of apps.
    let recorder: AppRecorder
    /// Stores exposures and metric events; nil to store none.
    let events: ServedEvents?
    /// The state shared with other servers of the project; nil if this is the only one.
    private let team: ServedTeam?

    /// - Parameters:
    ///   - session: the project. Its source is the first; the others are those that its file names for serving.
    ///   - configuration: the configuration of the server.
    ///   - further: the names of additional sources.
    ///   - servesUndeclared: whether undeclared names are served, too.
    ///   - oldestStale: the maximum age of values to serve while their source cannot be reached; nil for any.
    ///   - origin: the author and program of override changes that are made over the network.
    /// - Throws: `CommandProblem` for a source that does not exist or is not allowed.
    init(
        _ session: ProjectSession, _ configuration: ServerConfiguration, further: [String],
        servesUndeclared: Bool,
        oldestStale: Duration?, by origin: OverrideOrigin
    ) throws {
        let first = session.currentSource ?? session.sourceName
        let oldestStale = oldestStale?.inSeconds ?? .infinity
        var sources = [
            FlagSource(
                name: first, session.service, keys: session.keys, servesUndeclared: servesUndeclared,
                oldestStale: oldestStale)
        ]
        for name in further where !sources.contains(where: { $0.name == name }) {
            guard let open = session.openSource else { continue }
            sources.append(
                FlagSource(
                    name: name, try open(name), keys: session.keys, servesUndeclared: servesUndeclared,
                    oldestStale: oldestStale))
        }
        // There are values from the start, even if a source hangs.
        for source in sources { source.service.lastGood.restore() }
        self.sources = sources
        self.configuration = configuration
        recorder = AppRecorder(file: AppsFile(besideOverridesAt: session.overrides.path))
        let forwarding = ForwardedEvents(session.sources.first { $0.source.name == first }?.source)
        let (recorder, events) = (recorder, session.events.map { ServedEvents($0, forwarding: forwarding) })
        self.events = events
        team = session.team.map { ServedTeam($0, by: origin) }
        team?.follow(recorder)
        link = LinkPart.following(
            session.overrides.store, at: session.overrides.path, by: origin, environment: session.environment,
            servesProduction: session.serving?.allowsProductionOverrides ?? false,
            keys: { [source = sources[0]] in source.keys },
            reporting: events.map {
                CountingReporter(recorder: recorder, ingestion: $0.ingestion, forwarding: $0.forwarding)
            } ?? recorder,
            sharing: team?.sharing, clock: configuration.now)
        var parts: [any ServedPart] = [EvaluationPart(sources, configuration), link]
        if let ingestion = events?.ingestion {
            parts.append(
                TrackingPart(token: configuration.token, storingIn: ingestion, clock: configuration.now))
        }
        self.parts = parts
    }

    /// A new server that is not listening yet.
    var server: ExperimentsServer { ExperimentsServer(configuration, parts: parts) }

    /// The maximum time to wait for the team's store when the program ends. Without an answer, the team notices the end
    /// some seconds later.
    private static let patience = DispatchTimeInterval.seconds(1)

    /// Reports to the team that this server has ended. Call it before apps lose their streams, so that other servers
    /// list them as apps without a server.
    func leaveTeam() async { await team?.leave() }

    /// Reports it on the calling thread, and waits only briefly.
    func leaveTeamSoon() {
        guard let team else { return }
        _ = Promise { await team.leave() }.result(by: .now() + Self.patience)
    }

    /// Serves other keys from now on.
    func declare(_ keys: [CatalogKey]) {
        for source in sources { source.declare(keys) }
    }
}

extension ServerConfiguration {
    /// Reads the configuration from a project file.
    ///
    /// - Parameter environment: the process's environment, for the token.
    /// - Throws: `MissingSecret` if the token comes from a variable that is not set, `CommandProblem` for an address
    ///   that cannot be listened on, `FileProblem` for a certificate that cannot be used.
    init(_ serving: ProjectServing, in environment: [String: String]) throws {
        let host = serving.host ?? ListeningHost.loopback.text
        guard let address = ListeningHost(host) else {
            throw CommandProblem(
                "invalid --host \(Quotation.of(host)): expected an address such as 127.0.0.1, 0.0.0.0 or ::1")
        }
        var certificate: ServerCertificate?
        if let path = serving.certificate, let key = serving.key {
            certificate = try ServedCertificate.read(path, key)
        }
        self.init(
            host: address, port: serving.port ?? ServingDefaults.port,
            token: ServerToken(try serving.token?.reveal(in: environment) ?? ""), certificate: certificate,
            webPages: WebPageRule(
                serving.allowedOrigins.compactMap { AllowedOrigin($0) },
                hosts: serving.publicURL.map(\.hosts) ?? []),
            publicURL: serving.publicURL)
    }
}

extension URL {
    /// The name by which a proxy may ask for the server.
    var hosts: [String] { [host()].compactMap(\.self) }

    /// Reads an address from the command line.
    ///
    /// - Throws: `ValidationError` if it is not the address of a server.
    static func publicAddress(argument text: String) throws -> URL {
        guard let url = URL(serverAddress: text) else {
            throw ValidationError(
                "invalid URL \(Quotation.of(text)): expected a URL such as https://example.com/flags")
        }
        return url.withoutLastSlash
    }
}

/// The state that a server of a project shares with others through the team's store: overrides, admitted apps, and
/// connected apps.
final class ServedTeam: Sendable {
    private let store: TeamStore
    private let origin: OverrideOrigin
    private let reporter: TeamAppsReporter
    private let start = ContinuousClock.now
    private let observations = Mutex<[ObservationHandle]>([])

    /// The maximum time for which a server that knows nothing about the team leaves requests for overrides unanswered.
    private static let patience = Duration.seconds(3)

    /// - Parameter origin: the author and program of override changes that are made over the network.
    init(_ store: TeamStore, by origin: OverrideOrigin) {
        self.store = store
        self.origin = origin
        reporter = TeamAppsReporter(store)
    }

    /// Reports to the team what apps report to this server.
    func follow(_ recorder: AppRecorder) {
        let handle = recorder.observe { [reporter] in reporter.report($0.apps) }
        observations.withLock { $0.append(handle) }
    }

    /// Reports to the team that the server has stopped. Later reports of apps are not passed on.
    func leave() async {
        observations.withLock { $0 = [] }
        await reporter.finish()
    }

    /// The overrides for linked apps, and the accepted links.
    var sharing: LinkSharing {
        let ledger = TeamLedger(store: store, origin: origin)
        return LinkSharing(
            change: { [store] title, scope, now, verb in
                try await ledger.change(title, at: now, in: scope, verb)
                // A request is answered with the current content. If it cannot be read, changes are noticed later.
                try? await store.read()
            },
            grants: { [self] file in
                let grants = SharedLinkGrants(beside: file)
                grants.adopt(store.view.library.links)
                let handle = store.observeView { [weak grants] in grants?.adopt($0.library.links) }
                observations.withLock { $0.append(handle) }
                return grants
            },
            isPending: { [store, start] in !store.isKnown && start.duration(to: .now) < Self.patience },
            knowsLinks: { [store] in store.hasRead })
    }
}

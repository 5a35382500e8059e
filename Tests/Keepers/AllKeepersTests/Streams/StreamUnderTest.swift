import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import GrowthBookFeatures
import TestSupport
import Testing

@testable import ExperimentsEtcdClient
@testable import ExperimentsLink
@testable import FirebaseConfig
@testable import GrowthBookSource
@testable import OpenFeatureRemote

/// The streams of changes that clients of this package keep open.
enum StreamUnderTest: String, CaseIterable, Sendable {
    case growthBook
    case openFeature
    case firebase
    case link
    case etcd

    /// The longest wait between two attempts, in seconds, without the random part.
    var longestWait: TimeInterval {
        switch self {
        case .growthBook: 300
        case .openFeature, .firebase: 60
        case .link: 30
        case .etcd: 2
        }
    }

    /// Whether a server that knows no stream is left until somebody asks, rather than asked again from time to time.
    var givesUp: Bool { self != .link && self != .etcd }

    /// Returns the times at which a server was asked for its stream within an hour, in seconds since its beginning.
    func requests(of behaviour: StreamBehaviour) async throws -> [TimeInterval] {
        switch self {
        case .growthBook: try await growthBook(behaviour)
        case .openFeature: try await openFeature(behaviour)
        case .firebase: try await firebase(behaviour)
        case .link: try await link(behaviour)
        case .etcd: etcd(behaviour)
        }
    }

    private func surroundings(_ server: PretendServer) -> StreamFollower.Surroundings {
        StreamFollower.Surroundings(clocks: server.clock.clocks, pause: server.pause, fraction: { 0.5 })
    }

    private func hour(of server: PretendServer, _ status: @escaping @Sendable () -> LiveStatus) async throws {
        try await eventually("the end of the hour") { server.isOver || status().word == "unavailable" }
    }

    private func growthBook(_ behaviour: StreamBehaviour) async throws -> [TimeInterval] {
        let server = PretendServer(behaviour) { _ in
            TransportResponse(
                status: 200, headers: ["x-sse-support": "enabled"], body: Array(#"{"features": {}}"#.utf8))
        }
        let host = try #require(URL(string: "http://127.0.0.1:3100"))
        let keeper = GrowthBookRemoteConfigKeeper(
            .server(GrowthBookServer(host: host, clientKey: "sdk-1")), reading: PayloadReading(),
            context: EvaluationContext(), keptAt: nil, listens: true, watcher: nil, transport: server,
            in: surroundings(server))
        _ = try await keeper.fetch(.scheduled)
        try await hour(of: server) { keeper.liveStatus }
        return server.requests
    }

    private func openFeature(_ behaviour: StreamBehaviour) async throws -> [TimeInterval] {
        let server = PretendServer(behaviour) { _ in
            let body =
                #"{"flags": [], "eventStreams": [{"type": "sse", "url": "http://127.0.0.1:8016/events"}]}"#
            return TransportResponse(status: 200, body: Array(body.utf8))
        }
        let url = try #require(URL(string: "http://127.0.0.1:8016"))
        let keeper = OpenFeatureRemoteConfigKeeper(
            OpenFeatureServer(url: url), context: SourcePersona(), listens: true, transport: server,
            in: surroundings(server))
        _ = try await keeper.fetch(.scheduled)
        try await hour(of: server) { keeper.liveStatus }
        return server.requests
    }

    private func firebase(_ behaviour: StreamBehaviour) async throws -> [TimeInterval] {
        let server = PretendServer(behaviour) { request in
            let isFetch = request.url.path.hasSuffix(":fetch")
            let body =
                isFetch
                ? #"{"state": "UPDATE", "entries": {"color": "red"}, "templateVersion": "7"}"#
                : #"{"name": "projects/1/installations/cAbCdEfGhIjKlMnOpQrStU", "fid": "cAbCdEfGhIjKlMnOpQrStU","#
                    + #" "refreshToken": "r", "authToken": {"token": "t", "expiresIn": "604800s"}}"#
            return TransportResponse(status: 200, body: Array(body.utf8))
        }
        var settings = RemoteConfig.Settings()
        settings.realtime = .attended
        let config = RemoteConfig(
            project: try FirebaseProject(
                projectID: "demo-shop", appID: "1:123456789012:ios:0a1b2c", apiKey: "key-" + UUID().uuidString
            ),
            endpoints: .emulator(at: try #require(URL(string: "http://127.0.0.1:1"))), namespace: "firebase",
            settings: settings, transport: server, store: InMemoryConfigStore(),
            context: { ClientContext(appVersion: "1.0", languageCode: "en") }, clocks: server.clock.clocks,
            randomness: Randomness { 1 << 63 }, pause: server.pause, notificationCenter: NotificationCenter())
        let observation = config.addOnConfigUpdateListener { _ in }
        defer { observation.cancel() }
        try await hour(of: server) { config.liveStatus }
        return server.requests
    }

    /// Carries out what the machine of a link decides, one effect after the other.
    private func link(_ behaviour: StreamBehaviour) async throws -> [TimeInterval] {
        let pretend = PretendServer(behaviour)
        let server = LinkServer(
            invitation: try LinkInvitation(
                server: try #require(URL(string: "http://127.0.0.1:4180")), token: UUID().uuidString,
                app: "shop"),
            identity: AppIdentity(app: "shop", installation: "phone"))
        let surroundings = LinkSurroundings(
            transport: pretend, now: { .seconds(pretend.seconds) }, wait: { _ in },
            date: { pretend.clock.now },
            fraction: { 0.5 }, watchNetwork: { _ in nil })
        var machine = LinkMachine()
        func handle(_ happening: LinkHappening) -> [LinkEffect] {
            machine.handle(happening, at: .seconds(pretend.seconds), fraction: 0.5)
        }
        var effects = handle(.given(kept: nil))
        while pretend.seconds < PretendServer.horizon {
            var opening: (number: Int, revision: LinkRevision?)?
            for case .open(let number, let revision) in effects { opening = (number, revision) }
            guard let opening else {
                let deadline = try #require(machine.deadline).inSeconds
                pretend.clock.advance(by: max(deadline - pretend.seconds, 0) + 0.001)
                effects = handle(.timePassed)
                continue
            }
            // Each at its time: the machine asks how long a stream was open.
            let happenings = Recorder<(happening: LinkHappening, seconds: TimeInterval)>()
            await server.follow(opening.number, after: opening.revision, in: surroundings) {
                happenings.record(($0, pretend.seconds))
            }
            effects = happenings.elements.flatMap {
                machine.handle($0.happening, at: .seconds($0.seconds), fraction: 0.5)
            }
        }
        return pretend.requests
    }

    /// Carries out what the watch of a store with one member decides, one action after the other.
    private func etcd(_ behaviour: StreamBehaviour) -> [TimeInterval] {
        var watch = EtcdWatch([EtcdWatchedRange(.key("a"))], members: ["m"])
        var now = 0.0
        var requests: [TimeInterval] = []
        var actions = watch.start()
        func take(_ input: EtcdWatch.Input) -> [EtcdWatch.Action] {
            watch.take(input, at: .seconds(now), fraction: 0.5)
        }
        while now < PretendServer.horizon {
            var inputs: [EtcdWatch.Input] = []
            for action in actions {
                switch action {
                case .load(let number):
                    inputs.append(
                        .loaded(number, .success(EtcdSnapshot(clusterID: 5, revision: 10, entries: [[]]))))
                case .open(let number, _, _):
                    requests.append(now)
                    inputs += answer(behaviour, number)
                case .close, .signIn, .probe, .tell: break
                }
            }
            actions = []
            if inputs.isEmpty {
                now = max(now, watch.wakeAt?.inSeconds ?? PretendServer.horizon) + 0.000_001
                actions = take(.woken)
            }
            for input in inputs {
                if case .ended = input, behaviour == .endsAfterAMinute { now += 60 }
                actions += take(input)
            }
        }
        return requests
    }

    private func answer(_ behaviour: StreamBehaviour, _ number: Int) -> [EtcdWatch.Input] {
        let header = #""header": {"cluster_id": "5", "revision": "10"}"#
        let created = #"{"result": {\#(header), "watch_id": "1", "created": true}}"#
        let begun = EtcdWatch.Input.received(number, Array((created + "\n").utf8))
        let ended = EtcdWatch.Input.ended(number, .transport(.connectionLost(host: "m")))
        func refused(_ status: Int, _ headers: HeaderFields = [:]) -> [EtcdWatch.Input] {
            [.ended(number, .refused(EtcdRefusal(TransportResponse(status: status, headers: headers))))]
        }
        switch behaviour {
        case .endsImmediately, .endsAfterAMinute, .fallsSilent: return [begun, ended]
        case .isUnavailable: return refused(503)
        case .isUnavailableAndAsksToWait: return refused(503, ["retry-after": "\(StreamBehaviour.askedWait)"])
        case .refusesMostAndAsksToWait: return refused(429, ["retry-after": "\(StreamBehaviour.askedWait)"])
        case .isNotThere: return [.ended(number, .transport(.hostNotFound(host: "m")))]
        case .refusesConnections:
            return [.ended(number, .transport(.connectionRefused(host: "m", port: 2379)))]
        case .hangs: return []
        case .knowsNoStream: return refused(404)
        }
    }
}

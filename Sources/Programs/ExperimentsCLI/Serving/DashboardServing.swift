import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLinkProtocol
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsProject
import ExperimentsServer
import ExperimentsSupport
import Foundation

/// Serves the project to apps from the dashboard, as the command `serve` does.
final class DashboardServing: AppServing {
    /// A running server.
    private struct Running {
        let server: ExperimentsServer
        let served: ServedProject
        let url: URL
        let observations: [ObservationHandle]
    }

    private struct State {
        var running: Running?
        /// The port of the last server. The next one uses it again, so that links stay valid.
        var port: UInt16?
    }

    private let session: ProjectSession
    private let interfaces: @Sendable () -> [InterfaceAddress]
    private let state = Mutex(State())

    /// - Parameter interfaces: returns the addresses of this machine.
    init(
        _ session: ProjectSession,
        interfaces: @escaping @Sendable () -> [InterfaceAddress] = { InterfaceAddress.system }
    ) {
        self.session = session
        self.interfaces = interfaces
    }

    var networkAddress: String? { InterfaceAddress.reachable(among: interfaces()) }

    func start(
        _ reach: ServingReach, _ tell: @escaping @Sendable (KnownApps) -> Void
    ) async throws -> ServedAddress {
        let serving = session.serving ?? ProjectServing()
        let before = state.withLock(\.port)
        var configuration = try ServerConfiguration(serving, in: ProcessInfo.processInfo.environment)
        if configuration.port == 0, let before { configuration.port = before }
        if reach == .network { configuration.open() }
        // Do this before the server checks how many connections it may have.
        OpenFileLimit.raise()
        let served = try ServedProject(
            session, configuration, further: serving.sources, servesUndeclared: serving.servesUndeclared,
            oldestStale: serving.oldestStale,
            by: OverrideOrigin(author: Environment.author, program: "experiments"))
        let server = served.server
        let url = try await server.start()
        let recorder = served.recorder
        let link = served.link
        let observations = [
            recorder.observe { tell($0.noting(link.problem)) },
            link.observeProblem { tell(recorder.known.noting($0)) },
        ]
        // Report unreadable records of earlier apps before they are replaced.
        tell(recorder.known.noting(link.problem))
        let port = url.port.flatMap(UInt16.init(exactly:))
        state.withLock {
            $0.running = Running(server: server, served: served, url: url, observations: observations)
            $0.port = port
        }
        recorder.serve(at: url.shownAddress)
        // Apps that were linked with a server on this port still are.
        if before != port { session.servedAt?(url) }
        return ServedAddress(reachable(url).shownAddress, isOpen: !configuration.host.isLoopback)
    }

    func stop() async {
        guard let running = take() else { return }
        await running.served.leaveTeam()
        await running.server.stop()
        await running.served.events?.finish()
        running.served.recorder.serve(at: nil)
    }

    /// Reports that the server, if there was one, has stopped because the program ends.
    func close() {
        guard let served = take()?.served else { return }
        served.leaveTeamSoon()
        served.recorder.serve(at: nil)
    }

    func link(for app: String, server other: String?) async throws -> AppLink {
        let address =
            other.map { URL.text(ofShownAddress: $0) } ?? ProjectServing.reachableAddress(of: session.serving)
        let own = state.withLock { $0.running?.url }
        guard let server = session.serving?.publicURL ?? (own ?? URL(string: address)).map(reachable) else {
            throw CommandProblem("\(address) is not the address of a server")
        }
        // Check that the app can have a link before issuing a token.
        _ = try LinkInvitation(server: server, token: "t", app: app)
        let (secret, _) = try await library.issue(for: app, at: Date())
        let invitation = try LinkInvitation(server: server, token: secret.text, app: app)
        guard let url = invitation.url(scheme: LinkInvitation.scheme(of: app))?.absoluteString else {
            throw CommandProblem("cannot create a link for \(Quotation.of(app))")
        }
        return AppLink(app: app, url: url, isLocal: server.isLocalServer)
    }

    func unlink(_ app: String) async throws -> Int { try await library.revoke(app: app, id: nil).count }

    /// The storage of links.
    private var library: LinkStorage {
        get throws { try LinkStorage(besideOverridesAt: session.overrides.path, team: session.team) }
    }

    private func take() -> Running? {
        state.withLock { state in
            defer { state.running = nil }
            return state.running
        }
    }

    private func reachable(_ server: URL) -> URL { server.reachable(at: networkAddress) }
}

extension ServerConfiguration {
    /// Admits the devices of the local network. They need a token: that of the project file, otherwise a random one, so
    /// that only linked apps are answered, which have their own tokens.
    fileprivate mutating func open() {
        if host.isLoopback, let all = ListeningHost("0.0.0.0") { host = all }
        var random = SystemRandomNumberGenerator()
        token = token ?? ServerToken(LinkSecret(using: &random).text)
    }
}

extension URL {
    /// The address of a server, as it is shown and used in links: `127.0.0.1:4180`, or `https://127.0.0.1:4180`.
    var shownAddress: String { (scheme == "https" ? "https://" : "") + hostAndPort }

    /// The host and port: `127.0.0.1:4180`.
    var hostAndPort: String {
        let shown = host() ?? ""
        let host = shown.contains(scalar: ":") && !shown.hasScalarPrefix("[") ? "[\(shown)]" : shown
        return port.map { "\(host):\($0)" } ?? host
    }
}

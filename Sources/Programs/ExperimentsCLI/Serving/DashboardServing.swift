import ExperimentEvents
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsServer
import ExperimentsSupport
import Foundation
import HTTPServing
import LinkProtocol
import Locks

/// Serves the project to apps from inside the dashboard, as `serve` does in a program of its own.
final class DashboardServing: AppServing {
    /// A server that listens.
    private struct Running {
        let server: ExperimentsServer
        let served: ServedProject
        let url: URL
        let observations: [ObservationHandle]
    }

    private let session: ProjectSession
    private let settings: Settings
    private let running = Mutex<Running?>(nil)

    init(_ session: ProjectSession, _ settings: Settings) {
        (self.session, self.settings) = (session, settings)
    }

    func start(_ tell: @escaping @Sendable (KnownApps) -> Void) async throws -> ServedAddress {
        let serving = session.serving ?? ProjectServing()
        let configuration = try ServerConfiguration(serving, in: ProcessInfo.processInfo.environment)
        // Before the server looks at how many connections it may have.
        OpenFileLimit.raise()
        let served = try ServedProject(
            session, configuration, further: serving.sources, servesUndeclared: serving.servesUndeclared,
            by: OverrideOrigin(author: Environment.author, program: "experiments"))
        let server = served.server
        let url = try await server.start()
        let recorder = served.recorder
        let link = served.link
        let observations = [
            recorder.observe { tell($0.noting(link.problem)) },
            link.observeProblem { tell(recorder.known.noting($0)) },
        ]
        // What could not be read of former apps is said before it is replaced.
        tell(recorder.known.noting(link.problem))
        running.withLock {
            $0 = Running(server: server, served: served, url: url, observations: observations)
        }
        recorder.serve(at: url.hostAndPort)
        session.servedAt?(url)
        return ServedAddress(url.hostAndPort, isOpen: !configuration.host.isLoopback)
    }

    func stop() async {
        guard let running = take() else { return }
        await running.served.leaveTeam()
        await running.server.stop()
        await running.served.events?.finish()
        running.served.recorder.serve(at: nil)
    }

    /// Reports that the server, if there was one, has stopped, because the program ends.
    func close() {
        guard let served = take()?.served else { return }
        served.leaveTeamSoon()
        served.recorder.serve(at: nil)
    }

    func link(for app: String) async throws -> AppLink {
        let address = ReachableServer.address(of: session.serving)
        guard let server = running.withLock({ $0?.url }).map({ ReachableServer.reachable($0) }) ?? URL(string: address)
        else { throw CommandProblem("\(address) is no address of a server") }
        // Whether the app can have a link is known before a token is issued.
        _ = try LinkInvitation(server: server, token: "t", app: app)
        let (secret, _) = try await library.issue(for: app, at: Date())
        let invitation = try LinkInvitation(server: server, token: secret.text, app: app)
        guard let url = invitation.url(scheme: LinkDefaults.scheme(of: app))?.absoluteString else {
            throw CommandProblem("no link can be made for \(app)")
        }
        let isLocal = ["127.0.0.1", "localhost", "::1"].contains(server.host ?? "")
        do throws(QRTool.Problem) {
            return AppLink(
                app: app, url: url, code: try QRTool().picture(of: url).lines(isASCII: settings.keepsToASCII),
                isLocal: isLocal)
        } catch {
            let words = [error.message, error.advice].compactMap(\.self).joined(separator: "; ")
            return AppLink(app: app, url: url, code: [], problem: words, isLocal: isLocal)
        }
    }

    func unlink(_ app: String) async throws -> Int { try await library.revoke(app: app, id: nil).count }

    /// Where links are kept.
    private var library: LinkStorage {
        get throws { try LinkStorage(besideOverridesAt: session.overrides.path, team: session.team) }
    }

    private func take() -> Running? {
        running.withLock { running in
            defer { running = nil }
            return running
        }
    }
}

extension URL {
    /// Where a server listens, as people write it: `127.0.0.1:4180`.
    var hostAndPort: String {
        let shown = host() ?? ""
        let host = shown.contains(scalar: ":") && !shown.hasScalarPrefix("[") ? "[\(shown)]" : shown
        return port.map { "\(host):\($0)" } ?? host
    }
}

import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLocks
import ExperimentsTransport
import Foundation

/// The server for apps, with values and overrides, on a port of this machine. It runs as a separate program, or inside
/// the dashboard.
///
/// It never prints anything, and does not handle signals.
package final class ExperimentsServer: Sendable {
    private let configuration: ServerConfiguration
    private let parts: [any ServedPart]
    private let observers: Observers<ServerNotice>
    private let isObserved: OneWayFlag
    private let server: HTTPServer
    /// Sends heartbeats on the streams of the parts while the server listens.
    private let heartbeat = Mutex<Task<Void, Never>?>(nil)

    /// Creates a server that does not listen yet.
    ///
    /// - Parameter parts: the parts that answer requests, besides the status of the server. If two parts have the
    ///   same path, the first one answers.
    package init(_ configuration: ServerConfiguration, parts: [any ServedPart]) {
        self.configuration = configuration
        self.parts = parts
        let (observers, isObserved, counts) = (Observers<ServerNotice>(), OneWayFlag(), RequestCounts())
        self.observers = observers
        self.isObserved = isObserved
        server = HTTPServer(
            ServerResponder(parts + [StatusPart(parts: parts, counts: counts)], configuration) { notice in
                if case .request(let record) = notice {
                    counts.add(part: record.part, status: record.status, record.duration)
                }
                if isObserved.isSet { observers.notify(notice) }
            }, host: configuration.host, port: configuration.port, certificate: configuration.certificate)
    }

    /// The URL of the server, for example `http://127.0.0.1:4180`; nil while it does not listen.
    package var url: URL? {
        get async { await server.url }
    }

    /// Calls `handler` with every event, until the returned handle is cancelled or released. The handler must return
    /// quickly.
    package func observe(_ handler: @escaping @Sendable (ServerNotice) -> Void) -> ObservationHandle {
        isObserved.set()
        return observers.add(handler)
    }

    /// Starts to listen.
    ///
    /// - Returns: the URL.
    /// - Throws: `ListeningProblem` if the port is not available, or if other machines could reach it without a
    ///   token.
    @discardableResult
    package func start() async throws -> URL {
        guard configuration.host.isLoopback || configuration.token != nil else {
            throw ListeningProblem(
                host: configuration.host, port: configuration.port,
                message: "it is reachable from the network, so a token is required")
        }
        let url = try await server.start()
        heartbeat.withLock { task in
            guard task == nil else { return }
            task = Task { [parts, configuration] in
                while (try? await configuration.sleep(configuration.heartbeat)) != nil, !Task.isCancelled {
                    for part in parts { part.beat() }
                }
            }
        }
        return url
    }

    /// Stops listening, finishes the current answers, and ends streams.
    package func stop() async {
        stopHeartbeat()
        for part in parts { part.close() }
        await server.stop(patience: configuration.drainPatience)
    }

    private func stopHeartbeat() { heartbeat.withLock { $0.take() }?.cancel() }

    deinit { stopHeartbeat() }
}

/// The status of a server: `/health` for process supervisors, and `/metrics` for monitoring.
///
/// The first reveals nothing about the project and is open. The second needs the token if there is one.
struct StatusPart: ServedPart {
    let name = "status"
    let parts: [any ServedPart]
    let counts: RequestCounts

    func rules(at path: String) -> EndpointRules? {
        switch path {
        case "/health": EndpointRules(["GET", "HEAD"], access: .open, faults: nil)
        case "/metrics": EndpointRules(["GET", "HEAD"], for: .operators, faults: nil)
        default: nil
        }
    }

    func answer(to admitted: AdmittedRequest) async -> ServedResponse {
        admitted.request.path == "/health" ? health : metrics
    }

    private var health: ServedResponse {
        let isReady = parts.allSatisfy(\.isReady)
        let staleSince = parts.compactMap(\.staleSince).min()
        var body = JSONObject()
        body["status"] =
            isReady ? staleSince == nil ? "ok" : "stale" : staleSince == nil ? "starting" : "too-old"
        body["staleSince"] = staleSince.map { JSONValue.string(RFC3339.text(of: $0)) }
        if parts.contains(where: \.lacksOverrides) { body["overrides"] = "unreadable" }
        return ServedResponse(
            status: isReady ? 200 : 503,
            headers: ["content-type": "application/json", "cache-control": "no-store"],
            body: JSONValue.object(body).compactBytes)
    }

    private var metrics: ServedResponse {
        let text = Metric.text(of: counts.metrics + parts.flatMap(\.metrics))
        return ServedResponse(
            status: 200,
            headers: [
                "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store",
            ],
            body: Array(text.utf8))
    }
}

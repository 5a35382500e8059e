import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import TestSupport

@testable import ExperimentsEtcdClient

/// Members of a cluster that answer from a script, in order, whoever is asked; it notes who was asked what.
final class ScriptedMembers: StreamingTransport {
    typealias Step = @Sendable (TransportRequest) throws -> TransportResponse

    private let steps = Mutex<[Step]>([])
    private let received = Mutex<[TransportRequest]>([])
    private let opened = Mutex<[@Sendable () throws -> TransportStream]>([])

    /// What was asked so far.
    var requests: [TransportRequest] { received.withLock { $0 } }

    /// `host:port/path` of what was asked so far.
    var asked: [String] { requests.map { $0.url.hostAndPort + $0.url.path } }

    func answer(_ body: String, status: Int = 200) {
        steps.withLock { $0.append { _ in TransportResponse(status: status, body: Array(body.utf8)) } }
    }

    func play(_ recorded: String) throws {
        let response = try Recorded(recorded).response
        steps.withLock { $0.append { _ in response } }
    }

    func fail(_ error: TransportError) {
        step { _ in throw error }
    }

    func step(_ step: @escaping Step) {
        steps.withLock { $0.append(step) }
    }

    func stream(_ stream: @escaping @Sendable () throws -> TransportStream) {
        opened.withLock { $0.append(stream) }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        received.withLock { $0.append(request) }
        let step = steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let step else {
            throw TransportError.other(host: "script", code: -1, reason: "the script is over")
        }
        return try step(request)
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        received.withLock { $0.append(request) }
        let step = opened.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let step else { throw TransportError.connectionRefused(host: "script", port: 1) }
        return try step()
    }
}

/// A client of members `a` and `b`, whose time stands still but for its waits.
struct ClientUnderTest {
    let members = ScriptedMembers()
    let client: EtcdClient
    private let clock: ManualDuration

    /// - Parameter stopsAtLongWaits: whether a wait of 5 s or more never ends.
    init(
        credentials: EtcdCredentials? = nil, members names: [String] = ["a", "b"],
        stopsAtLongWaits: Bool = false
    ) throws {
        let clock = ManualDuration()
        self.clock = clock
        client = EtcdClient(
            endpoints: try names.map { try EtcdEndpoint(parsing: "http://\($0):2379") },
            credentials: credentials,
            transport: members,
            time: EtcdTime(
                now: { clock.now },
                pause: { wait in
                    if stopsAtLongWaits, wait >= .seconds(5) { try await untilCancelledThrowing() }
                    clock.advance(by: wait)
                }, fraction: { 0.5 }))
    }

    /// Lets the member that is asked next give no answer for as long as it is given.
    func hang(for time: Duration) {
        members.step { [clock] _ in
            clock.advance(by: time)
            throw TransportError.timedOut(after: time, host: "hung:2379")
        }
    }

    /// The time that was spent waiting.
    var waited: Duration { clock.now }
}

/// A time that goes on by what it is told.
final class ManualDuration: Sendable {
    private let state = Mutex(Duration.zero)

    var now: Duration { state.withLock { $0 } }

    func advance(by duration: Duration) { state.withLock { $0 += duration } }
}

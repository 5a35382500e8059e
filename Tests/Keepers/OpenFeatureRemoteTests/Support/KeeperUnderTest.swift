import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import TestSupport

@testable import OpenFeatureRemote

/// A keeper whose network, time and chance belong to the test.
struct KeeperUnderTest {
    static let secret = "s3cret-" + UUID().uuidString

    let transport = ScriptedTransport()
    let clock = ManualClock()
    let pauses = PauseBook()
    let notices = Recorder<String>()
    let keeper: OpenFeatureRemoteConfigKeeper
    private let observation: ObservationHandle

    init(
        context: [String: JSONValue] = ["targetingKey": "user-7"], listens: Bool = false,
        takesTextOnly: Bool = false
    ) throws {
        let (clock, pauses, notices) = (clock, pauses, notices)
        keeper = OpenFeatureRemoteConfigKeeper(
            try server(takesTextOnly: takesTextOnly), context: SourcePersona(fields: context),
            listens: listens,
            transport: transport,
            in: StreamFollower.Surroundings(
                clocks: clock.clocks, pause: { try await pauses.pause($0) }, fraction: { 1 }))
        observation = keeper.observe { notice in
            switch notice {
            case .snapshot: notices.record("snapshot")
            case .sourceChanged: notices.record("changed")
            case .liveStatus(let status): notices.record(status.word)
            }
        }
    }

    /// What the request number `index` carried.
    func request(_ index: Int) throws -> TransportRequest {
        struct NoRequest: Error {}
        let requests = transport.requests
        guard requests.indices.contains(index) else { throw NoRequest() }
        return requests[index]
    }
}

/// A server that is asked with a token.
func server(_ url: String = "http://127.0.0.1:8016", takesTextOnly: Bool = false) throws -> OpenFeatureServer
{
    struct NotAURL: Error {}
    guard let url = URL(string: url) else { throw NotAURL() }
    return OpenFeatureServer(
        url: url, headers: ["authorization": "Bearer \(KeeperUnderTest.secret)"], takesTextOnly: takesTextOnly
    )
}

/// Holds everything that waits for a length of time until the test lets it go on.
final class PauseBook: Sendable {
    private let waiting = Mutex<[(duration: Duration, gate: Gate)]>([])

    func pause(_ duration: Duration) async throws {
        let gate = Gate()
        waiting.withLock { $0.append((duration, gate)) }
        await withTaskCancellationHandler {
            await gate.wait()
        } onCancel: {
            Task { await gate.open() }
        }
        try Task.checkCancellation()
    }

    /// Waits for somebody to pause, lets it go on, and says how long it would have waited.
    func release() async throws -> Duration {
        let (duration, gate) = try await eventually("a pause") {
            self.waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
        await gate.open()
        return duration
    }
}

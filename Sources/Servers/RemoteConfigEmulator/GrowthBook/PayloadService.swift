import ExperimentsCore
import ExperimentsSupport
import ExperimentsTransport
import HTTPServing

/// The server's side of GrowthBook's SDKs: `GET /api/features/{key}` and the stream `GET /sub/{key}`. Any client key
/// will do.
struct PayloadService {
    /// How often a stream says that it is there, and how often before it ends: clients come back.
    static let beat: Duration = .seconds(30)
    private static let beats = 2

    let feed: PayloadFeed
    let sleep: @Sendable (Duration) async throws -> Void

    /// The payload, or that it is still the one that the client knows.
    func features(_ request: EmulatorRequest) -> EmulatorAnswer {
        let payload = feed.current
        // Weak, as the tags of GrowthBook's own server are.
        let etag = "W/\"\(payload.tag)\""
        var response = EmulatorResponse.json(payload.body, etag: etag)
        let known = (request.headers["if-none-match"] ?? "").split(scalar: ",").map { $0.drop { $0 == " " } }
        let isKnown = known.contains { $0 == etag || $0 == etag.dropFirst(2) }
        if isKnown { response = EmulatorResponse(status: 304, headers: ["etag": etag]) }
        response.headers["cache-control"] =
            "public, max-age=30, stale-while-revalidate=3600, stale-if-error=36000"
        // What makes SDKs open a stream.
        response.headers["x-sse-support"] = "enabled"
        let count = payload.featureCount.map { "\($0) features" } ?? "encrypted features"
        return EmulatorAnswer(response, note: isKnown ? count + ", not modified" : count)
    }

    /// A stream that announces each change.
    func stream(_ request: EmulatorRequest) -> EmulatorAnswer {
        let known = request.headers["last-event-id"]?.filter { $0 != " " }
        let subscription = feed.open(knowing: known)
        Task { [writer = subscription.writer, sleep] in
            for _ in 1..<Self.beats {
                guard (try? await sleep(Self.beat)) != nil else { return }
                if case .terminated = writer.yield(PayloadFeed.ping) { return }
            }
            guard (try? await sleep(Self.beat)) != nil else { return }
            writer.finish()
        }
        var response = EmulatorResponse(status: 200, headers: .eventStream)
        response.events = subscription
        return EmulatorAnswer(response, note: "stream of features")
    }

    /// What is answered to a client that wants its features evaluated here.
    static func remoteEvaluation() -> EmulatorAnswer {
        let message =
            "this connection does not evaluate remotely: ask for the features with GET /api/features/CLIENT_KEY"
        return EmulatorAnswer(.json(["status": 400, "error": .string(message)], status: 400), note: message)
    }
}

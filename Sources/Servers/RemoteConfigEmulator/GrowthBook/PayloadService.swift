import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLocks
import ExperimentsTransport
import Foundation

/// The server's side of GrowthBook's SDKs: `GET /api/features/{key}` and the stream `GET /sub/{key}`. Any client key is
/// accepted.
extension PayloadFeed {
    /// The time between heartbeats on a stream, and their number before the stream ends. Clients reconnect.
    static let beat: Duration = .seconds(30)
    private static let beats = 2

    /// Returns the payload, or an answer that it is still the one that the client has.
    func featuresAnswer(to request: EmulatorRequest) -> EmulatorAnswer {
        let payload = current
        // The tag is weak, like those of GrowthBook's own server.
        let etag = "W/\"\(payload.tag)\""
        var response = EmulatorResponse.json(payload.body, etag: etag)
        let known = (request.headers["if-none-match"] ?? "").split(scalar: ",").map { $0.drop { $0 == " " } }
        let isKnown = known.contains { $0 == etag || $0 == etag.dropFirst(2) }
        if isKnown { response = EmulatorResponse(status: 304, headers: ["etag": etag]) }
        response.headers["cache-control"] =
            "public, max-age=30, stale-while-revalidate=3600, stale-if-error=36000"
        // With this field, SDKs open a stream.
        response.headers["x-sse-support"] = "enabled"
        let count = payload.featureCount.map { "\($0) features" } ?? "encrypted features"
        return EmulatorAnswer(response, note: isKnown ? count + ", not modified" : count)
    }

    /// Returns a stream that announces each change.
    func streamAnswer(
        to request: EmulatorRequest, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> EmulatorAnswer {
        let known = request.headers["last-event-id"]?.filter { $0 != " " }
        let subscription = open(knowing: known)
        Task { [writer = subscription.writer] in
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

    /// Returns the answer to a client that requests remote evaluation.
    static func remoteEvaluationAnswer() -> EmulatorAnswer {
        let message =
            "this connection does not evaluate remotely: ask for the features with GET /api/features/CLIENT_KEY"
        return EmulatorAnswer(.json(["status": 400, "error": .string(message)], status: 400), note: message)
    }
}

/// The served payload, and the streams that announce it. Safe to use from any thread.
final class PayloadFeed: Sendable {
    private let payload: Mutex<ServedPayload>
    private let streams = EventBroadcast()
    private let now: @Sendable () -> Date

    init(_ payload: ServedPayload, now: @escaping @Sendable () -> Date) {
        self.payload = Mutex(payload.built(at: now(), after: nil))
        self.now = now
    }

    /// The served payload.
    var current: ServedPayload { payload.withLock { $0 } }

    /// Serves another payload, and sends it on all streams.
    ///
    /// - Returns: whether it has changed.
    func publish(_ new: ServedPayload) -> Bool {
        let published: ServedPayload? = payload.withLock { payload in
            guard payload.tag != new.tag else { return nil }
            payload = new.built(at: now(), after: payload)
            return payload
        }
        guard let published else { return false }
        streams.send(Self.event(published))
        return true
    }

    /// Opens a stream. It begins with the payload, unless the client has it already, so that no change is missed.
    func open(knowing tag: String?) -> EventSubscription {
        streams.open {
            let first = ServerSentEvent(retry: .seconds(10)).bytes
            let payload = current
            return payload.tag == tag ? [first] : [first, Self.event(payload)]
        }
    }

    /// The message that keeps a stream open, as GrowthBook's proxy sends it.
    static let ping = Array("data:\n\n".utf8)

    private static func event(_ payload: ServedPayload) -> [UInt8] {
        ServerSentEvent(id: payload.tag, name: "features", data: payload.json).bytes
    }
}

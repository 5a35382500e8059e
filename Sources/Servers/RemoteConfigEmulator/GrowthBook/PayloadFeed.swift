import ExperimentsCore
import Foundation
import HTTPServing
import Locks

/// The payload that is served, and the streams that tell of it. Safe to use from any thread.
final class PayloadFeed: Sendable {
    private let payload: Mutex<ServedPayload>
    private let streams = EventBroadcast()
    private let now: @Sendable () -> Date

    init(_ payload: ServedPayload, now: @escaping @Sendable () -> Date) {
        self.payload = Mutex(payload.built(at: now(), after: nil))
        self.now = now
    }

    /// What is served now.
    var current: ServedPayload { payload.withLock { $0 } }

    /// Serves another payload, and tells it on all streams.
    ///
    /// - Returns: whether it is another one.
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

    /// Opens a stream. It begins with the payload, unless the client says that it heard of it: what changed while it was
    /// away is never missed.
    func open(knowing tag: String?) -> EventSubscription {
        streams.open {
            let first = ServerSentEvent(retry: .seconds(10)).bytes
            let payload = current
            return payload.tag == tag ? [first] : [first, Self.event(payload)]
        }
    }

    /// What keeps a stream open, as GrowthBook's proxy says it.
    static let ping = Array("data:\n\n".utf8)

    private static func event(_ payload: ServedPayload) -> [UInt8] {
        ServerSentEvent(id: payload.tag, name: "features", data: payload.json).bytes
    }
}

import ExperimentsCore
import HTTPServing
import Locks

/// The payload that is served, and the streams that tell of it. Safe to use from any thread.
final class PayloadFeed: Sendable {
    private let payload: Mutex<ServedPayload>
    private let streams = EventBroadcast()

    init(_ payload: ServedPayload) {
        self.payload = Mutex(payload)
    }

    /// What is served now.
    var current: ServedPayload { payload.withLock { $0 } }

    /// How many streams are open.
    var streamCount: Int { streams.count }

    /// Serves another payload, and tells it on all streams.
    ///
    /// - Returns: whether it is another one.
    func publish(_ new: ServedPayload) -> Bool {
        let isNew = payload.withLock { payload in
            defer { payload = new }
            return payload.tag != new.tag
        }
        if isNew { streams.send(Self.event(new)) }
        return isNew
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

import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation

/// Keeps a server's stream of changes open, at the most recent URL from the server.
final class ChangeListener: Sendable {
    /// The announced changes.
    let changes = Observers<AnnouncedChange>()
    private let transport: any StreamingTransport
    private let clocks: Clocks
    private let follower: StreamFollower
    private let lastEventID = LastEventID()

    init(transport: any StreamingTransport, _ surroundings: StreamFollower.Surroundings) {
        self.transport = transport
        clocks = surroundings.clocks
        follower = StreamFollower(in: surroundings)
    }

    /// The states of the stream.
    var statuses: Observers<LiveStatus> { follower.statuses }

    var status: LiveStatus { follower.status }

    /// Listens at the address from the server's last response; stops listening if it is nil.
    ///
    /// - Parameter byHand: whether a person asked. In that case, an address that was abandoned is tried again, without
    ///   waiting.
    func follow(_ address: ChangeStreamAddress?, byHand: Bool) {
        guard let address else { return follower.stop() }
        // Retains everything but the listener, so that the stream ends when the listener is released.
        let connection: StreamFollower.Connection = { [transport, clocks, changes, lastEventID] hear in
            let request = Self.request(to: address, after: lastEventID.text)
            let connection = EventStreamConnection(request, name: "\(address)")
            return await connection.follow(over: transport, now: clocks.now) { sign in
                guard hear(sign) else { return false }
                // Changes without a listener were not announced.
                if sign == .opened { changes.notify(.missed) }
                return true
            } take: { event in
                lastEventID.text = event.id
                guard event.type == "message", let change = AnnouncedChange(data: event.data) else { return }
                changes.notify(change)
            }
        }
        follower.follow(
            address.url.absoluteString, byHand ? .immediate : .usual, StreamRetry.Rules(), connection)
    }

    /// Listens at the known address, because the server's last response was that nothing has changed.
    func resume(byHand: Bool) {
        follower.resume(byHand ? .immediate : .usual)
    }

    /// Returns the request that opens the stream. It contains no authorization, because the address does.
    private static func request(to address: ChangeStreamAddress, after id: String) -> TransportRequest {
        var headers: HeaderFields = ["accept": "text/event-stream", "cache-control": "no-cache"]
        if id.isVisibleASCII, !id.isEmpty, id.utf8.count <= LastEventID.longest {
            headers["last-event-id"] = id
        }
        return TransportRequest(.get, address.url, headers: headers, timeout: address.longestSilence)
    }
}

/// The ID of the last event of a stream; empty for none.
private final class LastEventID: Sendable {
    /// The longest ID that is sent back.
    static let longest = 1000

    private let stored = Mutex("")

    var text: String {
        get { stored.withLock(\.self) }
        set { stored.withLock { $0 = newValue } }
    }
}

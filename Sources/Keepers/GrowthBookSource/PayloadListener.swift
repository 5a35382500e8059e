import ExperimentsCore
import ExperimentsTransport
import Foundation

/// Keeps open the stream in which a server announces new payloads. The server ends each stream after about a minute,
/// which is normal.
final class PayloadListener: Sendable {
    /// An event of the stream.
    enum Event: Sendable {
        /// A complete payload in bytes.
        case payload([UInt8])
        /// There is a new payload to fetch, or may be.
        case changed
    }

    /// Doubled by each failure, up to five minutes, as in the official clients.
    static let rules = StreamRetry.Rules(longestWait: 300)

    let payloads = Observers<Event>()
    private let server: GrowthBookServer
    private let transport: any StreamingTransport
    private let clocks: Clocks
    private let follower: StreamFollower

    init(
        _ server: GrowthBookServer, transport: any StreamingTransport,
        in surroundings: StreamFollower.Surroundings
    ) {
        self.server = server
        self.transport = transport
        clocks = surroundings.clocks
        follower = StreamFollower(in: surroundings)
    }

    /// The states of the stream.
    var statuses: Observers<LiveStatus> { follower.statuses }

    var status: LiveStatus { follower.status }

    /// Listens if the server's last response offered a stream.
    ///
    /// - Parameter byHand: whether a person asked. In that case, a stream that was refused is tried again, without
    ///   waiting.
    func follow(isOffered: Bool, byHand: Bool) {
        guard isOffered else { return follower.stop() }
        // Retains everything but the listener, so that the stream ends when the listener is released.
        let connection: StreamFollower.Connection = { [server, transport, clocks, payloads] hear in
            let connection = EventStreamConnection(
                server.streamRequest, name: server.streamURL.hostAndPort,
                limit: GrowthBookServer.largestPayload)
            return await connection.follow(over: transport, now: clocks.now) { sign in
                guard hear(sign) else { return false }
                // Payloads without a listener were not announced.
                if sign == .opened { payloads.notify(.changed) }
                return true
            } take: { event in
                switch event.type {
                case "features" where !event.data.isEmpty: payloads.notify(.payload(Array(event.data.utf8)))
                case "features-updated": payloads.notify(.changed)
                default: break
                }
            }
        }
        follower.follow(server.streamURL.absoluteString, byHand ? .immediate : .usual, Self.rules, connection)
    }

    /// Listens again if it did before.
    func resume(byHand: Bool) {
        follower.resume(byHand ? .immediate : .usual)
    }
}

import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLinkProtocol

/// The subscription of one client to changes to overrides. It ends when it is released.
///
/// However slowly the client reads, at most one message waits for it: the changes since the last message that it got.
final class LinkSubscription: Sendable {
    /// The reason why a stream is woken.
    enum Ring: Sendable {
        /// Something has changed that may concern the client.
        case news
        /// A heartbeat is due.
        case beat
    }

    let scope: OverrideScope
    let rings: AsyncStream<Ring>
    /// The revision of the client at the start.
    let known: LinkRevision?
    private let hub: LinkHub
    private let number: UInt64
    private let presence: ObservationHandle?

    init(
        _ hub: LinkHub, number: UInt64, scope: OverrideScope, rings: AsyncStream<Ring>,
        since known: LinkRevision?,
        presence: ObservationHandle?
    ) {
        self.hub = hub
        self.number = number
        self.scope = scope
        self.rings = rings
        self.known = known
        self.presence = presence
    }

    deinit {
        hub.close(number)
    }

    /// Returns the changes that the client does not have yet.
    func event(since known: LinkRevision?) -> (bytes: [UInt8], revision: LinkRevision)? {
        hub.event(for: scope, since: known)
    }
}

/// The body of an event stream: the time to reconnect after, the changes since the client's revision, and each later
/// change. Read it once, in one task; it ends when that task is cancelled.
struct LinkStream: PieceStream {
    /// The time in milliseconds after which a client should reconnect.
    static let retry = 1_000

    let subscription: LinkSubscription

    struct AsyncIterator: AsyncIteratorProtocol {
        private let subscription: LinkSubscription
        private var rings: AsyncStream<LinkSubscription.Ring>.AsyncIterator
        private var known: LinkRevision?
        private var hasBegun = false

        init(_ subscription: LinkSubscription) {
            self.subscription = subscription
            rings = subscription.rings.makeAsyncIterator()
            known = subscription.known
        }

        mutating func next() async -> [UInt8]? {
            guard hasBegun else {
                hasBegun = true
                // Without changes, the comment shows a client that it is connected.
                return Array("retry: \(LinkStream.retry)\n\n".utf8) + (news() ?? LinkEvent.heartbeat)
            }
            while let ring = await rings.next(isolation: #isolation) {
                if let news = news() { return news }
                if case .beat = ring { return LinkEvent.heartbeat }
            }
            return nil
        }

        private mutating func news() -> [UInt8]? {
            guard let event = subscription.event(since: known) else { return nil }
            known = event.revision
            return event.bytes
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription) }
}

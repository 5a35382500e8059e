import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLocks
import Foundation

/// The event streams of a source, which tell clients to fetch again.
///
/// A client may miss changes while it is disconnected, and some do not fetch on their own after they reconnect. So a
/// client that connects gets an event immediately, unless it shows that it has the latest one.
final class ChangeStream: Sendable {
    private struct State {
        /// The tag of the last sent event; nil if none was sent.
        var told: EntityTag?
        var isPending = false
        var expiry: (at: Date, task: Task<Void, Never>)?
    }

    /// The time for which changes are collected before they are sent, so that an operator's undo of ten overrides is
    /// one event.
    private static let pause = Duration.milliseconds(50)

    private let source: FlagSource
    private let broadcast = EventBroadcast()
    private let now: @Sendable () -> Date
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = BargingMutex(State())
    private let observation = BargingMutex<ObservationHandle?>(nil)

    init(
        _ source: FlagSource, now: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.source = source
        self.now = now
        self.sleep = sleep
        let handle = source.observeChanges { [weak self] in self?.changed() }
        observation.withLock { $0 = handle }
    }

    /// The number of open streams.
    var count: Int { broadcast.count }

    /// Opens a stream.
    ///
    /// - Parameter known: the ID of the last event that the client received.
    func open(knowing known: String?) -> EventSubscription {
        let subscription = broadcast.open {
            let tag = source.tag
            state.withLock { $0.told = $0.told ?? tag }
            var first = ServerSentEvent(retry: .seconds(1))
            if !(known.map(tag.isNamed(byQueryItem:)) ?? false) {
                (first.id, first.data) = (tag.text, Self.data(tag))
            }
            return [first.bytes]
        }
        awaitExpiry()
        return subscription
    }

    /// Sends a heartbeat on every stream.
    func beat() {
        broadcast.send(ServerSentEvent.heartbeat)
    }

    /// Ends all streams.
    func close() {
        state.withLock { $0.expiry.take() }?.task.cancel()
        broadcast.close()
    }

    private func changed() {
        let isFirst = state.withLock { state in
            defer { state.isPending = true }
            return !state.isPending
        }
        guard isFirst else { return }
        Task { [weak self, sleep] in
            try? await sleep(Self.pause)
            self?.tell()
        }
    }

    private func tell() {
        state.withLock { $0.isPending = false }
        // Without listeners, nothing is sent. A later listener gets the state at that time.
        guard broadcast.count > 0 else {
            state.withLock { $0.told = nil }
            return
        }
        let tag = source.tag
        let isNew = state.withLock { state in
            defer { state.told = tag }
            return state.told != tag
        }
        if isNew { broadcast.send(ServerSentEvent(id: tag.text, data: Self.data(tag)).bytes) }
        awaitExpiry()
    }

    /// Wakes when an override expires, because stores do not announce that.
    private func awaitExpiry() {
        let end = source.answers.validUntil
        state.withLock { state in
            guard state.expiry?.at != end else { return }
            state.expiry.take()?.task.cancel()
            guard let end else { return }
            // The clock may be set in the meantime.
            let wait = Duration.seconds(min(max(0, end.timeIntervalSince(now())), ExpiryTimer.longestWait))
            let task = Task { [weak self, sleep] in
                guard (try? await sleep(wait)) != nil, let self else { return }
                self.state.withLock { $0.expiry = nil }
                changed()
            }
            state.expiry = (end, task)
        }
    }

    private static func data(_ tag: EntityTag) -> JSONValue {
        ["type": "refetchEvaluation", "etag": .string(tag.text)]
    }
}

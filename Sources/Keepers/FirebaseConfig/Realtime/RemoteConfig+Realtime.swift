import ExperimentsCore
import Foundation

extension RemoteConfig {
    /// Calls `listener` with each update that was fetched because the service said that a new template is out, and with
    /// what goes wrong, for as long as the result is kept.
    ///
    /// The first listener opens the realtime stream, the last one that leaves closes it. What an update brought is not in
    /// use until `activate()`. A listener must return soon.
    public func addOnConfigUpdateListener(
        _ listener: @escaping @Sendable (Result<RemoteConfigUpdate, RealtimeError>) -> Void
    ) -> ObservationHandle {
        realtime.listen(forUpdates: true, realtime.updates.add(listener)) { await self.streamInvalidations(run: $0) }
    }

    /// The updates from now on, as `addOnConfigUpdateListener` tells them. Ends by throwing `RealtimeError.unavailable`
    /// when the service won't announce changes; of other errors, `liveStatus` tells. The stream to the service is open
    /// while somebody iterates.
    public var configUpdates: AsyncThrowingStream<RemoteConfigUpdate, any Error> {
        AsyncThrowingStream { continuation in
            let observation = addOnConfigUpdateListener { result in
                switch result {
                case .success(let update): continuation.yield(update)
                case .failure(.unavailable(let reason)):
                    continuation.finish(throwing: RealtimeError.unavailable(reason: reason))
                case .failure: break
                }
            }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }

    /// Calls `handler` with the version of each template that the service announces, for as long as the result is kept.
    /// Nothing is fetched for it: `fetchAnnounced()` does.
    ///
    /// Opens the realtime stream as a listener of updates does.
    public func observeAnnouncements(_ handler: @escaping @Sendable (Int64) -> Void) -> ObservationHandle {
        realtime.listen(forUpdates: false, realtime.announcements.add(handler)) {
            await self.streamInvalidations(run: $0)
        }
    }

    /// Whether changes are announced now; off while nobody listens.
    public var liveStatus: LiveStatus { realtime.status }

    /// Calls `handler` with each change of `liveStatus`, for as long as the result is kept. Does not listen by itself.
    public func observeLiveStatus(_ handler: @escaping @Sendable (LiveStatus) -> Void) -> ObservationHandle {
        realtime.statuses.add(handler)
    }

    /// Opens the realtime stream at once, where it waits after a failure or was given up, and somebody listens.
    public func reconnect() {
        realtime.restart { await self.streamInvalidations(run: $0) }
    }
}

/// What a client fetched because the service said that a template is out. It is not in use until `activate()`.
public struct RemoteConfigUpdate: Sendable, Hashable {
    /// The parameters that differ from those in use: added, removed, of another value, or touched by another
    /// experiment, rollout or personalization. Never empty.
    public let updatedKeys: Set<String>
    /// The version of the template; nil if the service did not say.
    public let templateVersion: Int64?

    /// An update.
    public init(updatedKeys: Set<String>, templateVersion: Int64? = nil) {
        self.updatedKeys = updatedKeys
        self.templateVersion = templateVersion
    }
}

/// What goes wrong while a client listens for changes. Values in use stay as they are.
public enum RealtimeError: Error, Sendable, Hashable, OperatorError {
    /// The stream failed; it is tried again at `nextTry`.
    case stream(reason: String, nextTry: Date?)
    /// A new template was announced, and no fetch brought it. The next notice, or the next fetch, may.
    case notFetched(announced: Int64, reason: String)
    /// The service sent something that is no message; the stream goes on.
    case messageInvalid(String)
    /// The service won't announce changes. Nothing more comes, until somebody new listens.
    case unavailable(reason: String)
}

extension RealtimeError: CustomStringConvertible, LocalizedError {
    /// What went wrong.
    public var description: String {
        switch self {
        case .stream(let reason, let nextTry):
            "live updates were lost: \(reason)" + (nextTry.map { "; next try at \(RFC3339.text(of: $0))" } ?? "")
        case .notFetched(let announced, let reason):
            "version \(announced) of the template was announced and could not be fetched: \(reason)"
        case .messageInvalid(let problem): "the realtime stream holds something else than messages: \(problem)"
        case .unavailable(let reason): "there are no live updates: \(reason)"
        }
    }

    /// As `description`.
    public var errorDescription: String? { description }
}

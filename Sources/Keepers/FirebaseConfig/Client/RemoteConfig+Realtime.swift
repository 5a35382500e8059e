import ExperimentsCore
import Foundation

extension RemoteConfig {
    /// Calls `listener` with each update that was fetched because the service announced a new template, and with
    /// errors, until the returned handle is cancelled or released.
    ///
    /// The first listener opens the realtime stream, and the last one that leaves closes it. The updated values are not
    /// in use until `activate()`. A listener may be called on any thread, and must return soon.
    public func addOnConfigUpdateListener(
        _ listener: @escaping @Sendable (Result<RemoteConfigUpdate, RealtimeError>) -> Void
    ) -> ObservationHandle {
        realtime.listen(forUpdates: true, realtime.updates.add(listener)) { await self.streamInvalidations(run: $0) }
    }

    /// The updates from now on, like those of `addOnConfigUpdateListener`. The sequence throws
    /// `RealtimeError.unavailable` when the service cannot announce changes; other errors appear in `liveStatus`. The
    /// stream to the service is open while the sequence is iterated.
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

    /// Calls `handler` with the version of each template that the service announces, until the returned handle is
    /// cancelled or released. It does not fetch; call `fetchAnnounced()` for that.
    ///
    /// Opens the realtime stream, as a listener for updates does.
    public func observeAnnouncements(_ handler: @escaping @Sendable (Int64) -> Void) -> ObservationHandle {
        realtime.listen(forUpdates: false, realtime.announcements.add(handler)) {
            await self.streamInvalidations(run: $0)
        }
    }

    /// Whether changes are announced now; `off` while there are no listeners.
    public var liveStatus: LiveStatus { realtime.status }

    /// Calls `handler` with each change of `liveStatus`, until the returned handle is cancelled or released. It does
    /// not open the stream.
    public func observeLiveStatus(_ handler: @escaping @Sendable (LiveStatus) -> Void) -> ObservationHandle {
        realtime.statuses.add(handler)
    }

    /// Opens the realtime stream at once, if it waits after a failure or has given up, and there are listeners.
    public func reconnect() {
        realtime.restart { await self.streamInvalidations(run: $0) }
    }
}

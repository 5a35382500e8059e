import ExperimentsCore
import Foundation

/// Fetches after an announcement.
extension RemoteConfig {
    /// Fetches the version that the realtime stream announced: up to three times, each after a short random delay,
    /// until it has that version. The fetched values are not in use until `activate()`. Without an announcement,
    /// fetches once.
    ///
    /// The minimum interval does not apply, but waits for which the service has asked do. Concurrent calls share the
    /// requests.
    ///
    /// - Throws: `FirebaseFetchError` of the last request; `RealtimeError.notFetched` if all requests succeeded but
    ///   none returned the version; `CancellationError`.
    @discardableResult
    public func fetchAnnounced() async throws -> FetchOutcome {
        guard realtime.announced != nil else {
            return try await fetch(expiration: 0, kind: .realtime(attempt: 1), byHand: false)
        }
        var outcome: FetchOutcome
        repeat {
            outcome = try await announcedFlight.run { try await self.fetchUntilAnnounced() }
            // The next announcement may have arrived while the last fetch ended.
        } while realtime.announced != nil
        return outcome
    }

    private func fetchUntilAnnounced() async throws -> FetchOutcome {
        var plan = AnnouncedFetch()
        var fetches = 0
        var outcome = FetchOutcome(status: .cached)
        var failure: FirebaseFetchError?
        var version = fetched?.templateVersion
        while true {
            let announced = realtime.announced
            switch plan.next(announced: announced, fetched: version) {
            case .done:
                if realtime.settle(version ?? 0) { tellUpdate() }
                return outcome
            case .giveUp: throw giveUp(announced ?? 0, has: version, failure)
            case .fetch(let attempt):
                fetches += 1
                // Slower with each fetch, because a service may announce more versions than it ever sends.
                let spacing = Double(min(fetches - 1, 100)) + randomness.fraction()
                let delay =
                    fetches == 1 ? settings.realtime.longestFetchDelay : settings.realtime.repeatedFetchDelay
                try await pause(delay * spacing)
                let result = await fetched(expiration: 0, kind: .realtime(attempt: attempt), byHand: false)
                postFetched(result)
                do {
                    outcome = try result.get()
                    failure = nil
                    // If a service does not send its version, there is no version to wait for.
                    version = fetched.map { $0.templateVersion ?? .max }
                } catch let error as FirebaseFetchError {
                    failure = error
                    if error.nextAttempt != nil { throw giveUp(announced ?? 0, has: version, error) }
                }
            }
        }
    }

    private func tellUpdate() {
        guard let fetched else { return }
        let keys = fetched.changedKeys(since: active ?? FetchedConfig())
        guard !keys.isEmpty else { return }
        realtime.updates.notify(
            .success(RemoteConfigUpdate(updatedKeys: keys, templateVersion: fetched.templateVersion)))
    }

    private func giveUp(_ announced: Int64, has version: Int64?, _ failure: FirebaseFetchError?) -> any Error
    {
        _ = realtime.settle(announced)
        let reason = failure?.reason ?? "the service still has version \(version ?? 0)"
        let error = RealtimeError.notFetched(announced: announced, reason: reason)
        realtime.updates.notify(.failure(error))
        return failure ?? error
    }
}

/// Decides on the fetches after an announcement: up to three, until one returns the announced version. It is a value,
/// and sends nothing.
///
/// A template is served by many servers, and not all of them have a new version when it is announced.
struct AnnouncedFetch: Sendable, Hashable {
    /// The next step.
    enum Step: Sendable, Hashable {
        /// Fetch, for the nth time from 1.
        case fetch(attempt: Int)
        /// Stop: the announced version was fetched.
        case done
        /// Stop: no fetch returned the announced version.
        case giveUp
    }

    private var target: Int64?
    private var attempts = 0

    /// Returns the next step. A later announcement starts the count again.
    ///
    /// - Parameters:
    ///   - announced: the highest version announced so far; nil if there is none.
    ///   - fetched: the version that the client has; nil if it has none.
    mutating func next(announced: Int64?, fetched: Int64?) -> Step {
        guard let announced else { return .done }
        if let fetched, fetched >= announced { return .done }
        if target != announced {
            target = announced
            attempts = 0
        }
        guard attempts < RealtimeSettings.fetchAttempts else { return .giveUp }
        attempts += 1
        return .fetch(attempt: attempts)
    }
}

extension RemoteConfig {
    /// Calls `listener` with each update that was fetched because the service announced a new template, and with
    /// errors, until the returned handle is cancelled or released.
    ///
    /// The first listener opens the realtime stream, and the last one that leaves closes it. The updated values are not
    /// in use until `activate()`. A listener may be called on any thread, and must return soon.
    public func addOnConfigUpdateListener(
        _ listener: @escaping @Sendable (Result<RemoteConfigUpdate, RealtimeError>) -> Void
    ) -> ObservationHandle {
        listen(forUpdates: true, realtime.updates.add(listener))
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
        listen(forUpdates: false, realtime.announcements.add(handler))
    }

    /// Whether changes are announced now; `off` while there are no listeners.
    public var liveStatus: LiveStatus { realtime.status }

    /// Calls `handler` with each change of `liveStatus`, until the returned handle is cancelled or released. It does
    /// not open the stream.
    public func observeLiveStatus(_ handler: @escaping @Sendable (LiveStatus) -> Void) -> ObservationHandle {
        realtime.statuses.add(handler)
    }

    /// Opens the realtime stream immediately, if it waits after a failure or has given up, and there are listeners.
    public func reconnect() {
        realtime.reconnect()
    }

    private func listen(forUpdates: Bool, _ observation: ObservationHandle) -> ObservationHandle {
        realtime.listen(forUpdates: forUpdates, observation, settings.realtime.rules) { hear in
            await self.streamInvalidations(hear)
        }
    }
}

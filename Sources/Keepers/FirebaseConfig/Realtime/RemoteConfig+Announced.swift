import ExperimentsCore
import Foundation

/// What follows an announcement.
extension RemoteConfig {
    /// Fetches what the realtime stream announced: up to three times, each after a short random delay, until the version
    /// that was announced is here. What comes is not in use until `activate()`. Without an announcement, fetches once.
    ///
    /// The minimum interval does not count, but the service's wish for rest does. Concurrent calls share the requests.
    ///
    /// - Throws: `FirebaseFetchError` of the last request; `RealtimeError.notFetched` where all went well and none
    ///   brought it; `CancellationError`.
    @discardableResult
    public func fetchAnnounced() async throws -> FetchReceipt {
        guard realtime.announced != nil else {
            return try await fetch(expiration: 0, kind: .realtime(attempt: 1), byHand: false)
        }
        var receipt: FetchReceipt
        repeat {
            receipt = try await announcedFlight.run { try await self.fetchUntilAnnounced() }
            // The next announcement may have come while the last fetch landed.
        } while realtime.announced != nil
        return receipt
    }

    private func fetchUntilAnnounced() async throws -> FetchReceipt {
        var plan = AnnouncedFetch()
        var fetches = 0
        var receipt = FetchReceipt(status: .notAsked)
        var failure: FirebaseFetchError?
        var version = fetched?.templateVersion
        while true {
            let announced = realtime.announced
            switch plan.next(announced: announced, fetched: version) {
            case .done:
                if realtime.settle(version ?? 0) { tellUpdate() }
                return receipt
            case .giveUp: throw giveUp(announced ?? 0, has: version, failure)
            case .fetch(let attempt):
                fetches += 1
                // The longer this goes on, the slower: a service may announce more than it ever brings.
                let spacing = Double(min(fetches - 1, 100)) + randomness.fraction()
                try await pause(settings.realtime.longestFetchDelay * spacing)
                let result = await fetched(expiration: 0, kind: .realtime(attempt: attempt), byHand: false)
                postFetched(result)
                do {
                    receipt = try result.get()
                    failure = nil
                    // A service that does not say which version it sent cannot be waited for.
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

    private func giveUp(_ announced: Int64, has version: Int64?, _ failure: FirebaseFetchError?) -> any Error {
        _ = realtime.settle(announced)
        let reason = failure?.reason ?? "the service still has version \(version ?? 0)"
        let error = RealtimeError.notFetched(announced: announced, reason: reason)
        realtime.updates.notify(.failure(error))
        return failure ?? error
    }
}

/// Which fetches follow a notice of a new template: up to three, until one brings the version that was announced. A
/// value: it sends nothing.
///
/// The servers of a template are many, and not all of them have a new version when the notice goes out.
struct AnnouncedFetch: Sendable, Hashable {
    /// What to do next.
    enum Step: Sendable, Hashable {
        /// Fetch, for the nth time from 1.
        case fetch(attempt: Int)
        /// Nothing: what was announced is here.
        case done
        /// Nothing: it did not come.
        case giveUp
    }

    private var target: Int64?
    private var attempts = 0

    /// What to do now. A later announcement begins anew.
    ///
    /// - Parameters:
    ///   - announced: the highest version announced so far; nil if none is.
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

import Foundation

/// The values that an app has after it asked its source for new ones.
public struct ValuesInUse: Sendable, Hashable {
    /// Where values come from.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
        /// The source has answered.
        case source
        /// An earlier answer of the source, perhaps in an earlier run of the app.
        case earlier
        /// The app: there is no answer yet.
        case defaults
    }

    /// Where the values come from.
    public let origin: Origin
    /// The time at which the values were fetched; nil for defaults.
    public let fetchedAt: Date?
    /// The reason why the values are not new; nil if they are.
    public let failure: FetchFailure?

    init(_ snapshot: Snapshot, failure: FetchFailure?) {
        fetchedAt = snapshot.fetchedAt
        origin = snapshot.fetchedAt == nil ? .defaults : failure == nil ? .source : .earlier
        self.failure = failure
    }
}

extension RemoteConfigService {
    /// Fetches the values from the source, and waits for them only so long.
    ///
    /// ```swift
    /// let values = try await service.fetch(within: .seconds(2))
    /// print(values.origin)  // source, earlier or defaults
    /// ```
    ///
    /// If the source fails or takes longer, the app continues with the values of an earlier fetch, such as those of
    /// ``continueWithLastValues(of:in:report:)``, or with its defaults. The fetch itself goes on, and its values are used
    /// when they arrive.
    ///
    /// - Parameters:
    ///   - limit: the longest time to wait.
    ///   - trigger: the cause of the fetch.
    ///   - clock: the clock that measures the time.
    /// - Returns: where the values come from.
    /// - Throws: `CancellationError` if the task of the caller is cancelled. Nothing else.
    @discardableResult
    public func fetch(
        within limit: Duration, _ trigger: FetchTrigger = .app, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> ValuesInUse {
        let failure = try await failure(within: limit, clock: clock) { [fetches] in
            await fetches.fetch(trigger)
        }
        return ValuesInUse(snapshot, failure: failure)
    }

    /// Returns why a fetch brought no values in time; nil if it did.
    func failure(
        within limit: Duration, clock: any Clock<Duration>,
        _ fetch: @escaping @Sendable () async -> FetchRecord
    ) async throws -> FetchFailure? {
        let late = FetchFailure("no answer within \(DurationText.text(of: limit))")
        let wait = FetchLimit(limit, failure: late, pause: { try await clock.sleep(for: $0) })
        do {
            return try await wait.result { await fetch() }.failure
        } catch let failure as FetchFailure {
            return failure
        }
    }
}

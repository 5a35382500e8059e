import Foundation

/// What a service tells its observers.
public enum ServiceEvent: Sendable {
    /// A fetch has begun.
    case fetchStarted(FetchTrigger, at: Date)
    /// A fetch is over, well or badly.
    case fetchFinished(FetchRecord)
    /// The source's values are others now, by a fetch or a push.
    case snapshotChanged(Snapshot)
    /// The overrides changed, or their store became unreadable or readable again.
    case overridesChanged(OverrideStoreState)
    /// The source begins or ceases to announce its changes.
    case liveStatusChanged(LiveStatus)
}

import Foundation

/// An event that a service sends to its observers.
public enum ServiceEvent: Sendable {
    /// A fetch has begun.
    case fetchStarted(FetchTrigger, at: Date)
    /// A fetch has ended, with success or failure.
    case fetchFinished(FetchRecord)
    /// The values of the source have changed, because of a fetch or a push.
    case snapshotChanged(Snapshot)
    /// The overrides have changed, or their store became unreadable or readable again.
    case overridesChanged(OverrideStoreState)
    /// The source starts or stops announcing its changes.
    case liveStatusChanged(LiveStatus)
}

import ExperimentsCore

/// Receives events about keys and fetches. Implement the methods that you need:
///
/// ```swift
/// struct Analytics: ExperimentsObserver {
///     func didMiss(_ key: any RemoteKey) {
///         print("missing: \(key.name)")
///     }
/// }
///
/// let observation = service.observe(with: Analytics())
/// ```
///
/// Each observer gets its events on its own queue, one after the other, so an observer that is slow, throws or uses the
/// service delays neither the app nor other observers. It does not get events that it causes itself. If 1000 events are
/// waiting, more are dropped, and ``didDrop(_:)`` reports their number.
public protocol ExperimentsObserver: Sendable {
    /// Called when the source has no value for a key.
    func didMiss(_ key: any RemoteKey) throws

    /// Called when a string is not valid for its key.
    func didRefuse(_ key: any RemoteKey, _ problem: IncorrectValue, by supplier: ValueSupplier) throws

    /// Called when a value that the app uses puts the user in a group of an experiment.
    func didExpose(_ exposure: Exposure) throws

    /// Called when the app tracks an action of the user.
    func didTrack(_ event: TrackingEvent) throws

    /// Called when the app reads a key as another type than the declared one.
    func didMisread(_ mismatch: ValueTypeMismatch) throws

    /// Called when the declaration of a key has a mistake.
    func didFindMisdeclared(_ problem: DeclarationProblem) throws

    /// Called when a key that keeps its value for a session will have a different value in the next session.
    func willChange(_ key: any RemoteKey) throws

    /// Called when a fetch has succeeded or failed.
    func didFetch(_ record: FetchRecord) throws

    /// Called with the number of events that were dropped since the last call because the observer is too slow.
    func didDrop(_ count: Int) throws
}

extension ExperimentsObserver {
    /// Does nothing.
    public func didMiss(_ key: any RemoteKey) throws {}
    /// Does nothing.
    public func didRefuse(_ key: any RemoteKey, _ problem: IncorrectValue, by supplier: ValueSupplier) throws
    {}
    /// Does nothing.
    public func didExpose(_ exposure: Exposure) throws {}
    /// Does nothing.
    public func didTrack(_ event: TrackingEvent) throws {}
    /// Does nothing.
    public func didMisread(_ mismatch: ValueTypeMismatch) throws {}
    /// Does nothing.
    public func didFindMisdeclared(_ problem: DeclarationProblem) throws {}
    /// Does nothing.
    public func willChange(_ key: any RemoteKey) throws {}
    /// Does nothing.
    public func didFetch(_ record: FetchRecord) throws {}
    /// Does nothing.
    public func didDrop(_ count: Int) throws {}
}

/// Writes exposures and events to a file that `experiments events import` reads, as an `EventFileTracker` does.
public struct EventFileObserver: ExperimentsObserver {
    private let tracker: EventFileTracker

    /// Creates an observer that writes to a file. The file is created with the first event.
    ///
    /// - Parameters:
    ///   - path: the path of the file, for example `.experiments/events.jsonl`.
    ///   - installation: the identifier of this installation of the app, always the same.
    public init(path: String, installation: String) {
        tracker = EventFileTracker(path: path, installation: installation)
    }

    public func didExpose(_ exposure: Exposure) throws { tracker.track(exposure) }

    public func didTrack(_ event: TrackingEvent) throws { tracker.track(event) }
}

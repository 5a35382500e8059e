import ExperimentsCore

/// Writes exposures and events to a file that `experiments events import` reads, as an `EventFileTracker` does.
public struct EventFileObserver: ExperimentsObserver {
    private let tracker: EventFileTracker

    /// Creates an observer that writes to a file. The file is created with the first event.
    ///
    /// - Parameters:
    ///   - path: the file, such as `.experiments/events.jsonl`.
    ///   - installation: names this installation of the app, always the same.
    public init(path: String, installation: String) {
        tracker = EventFileTracker(path: path, installation: installation)
    }

    public func didExpose(_ exposure: Exposure) throws { tracker.track(exposure) }

    public func didTrack(_ event: TrackingEvent) throws { tracker.track(event) }
}

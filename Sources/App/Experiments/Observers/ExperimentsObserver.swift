import ExperimentsCore

/// Is told what happens to keys and fetches, instead of a subclass of the service. Implement what you need:
///
/// ```swift
/// struct Analytics: ExperimentsObserver {
///     func isMissing(_ key: any RemoteKey) {
///         print("missing: \(key.name)")
///     }
/// }
///
/// let observation = service.observe(with: Analytics())
/// ```
///
/// Each observer is told on a queue of its own, one event after the other: one that takes long, throws or uses the
/// service holds up neither the app nor other observers. It is not told of what it causes itself. When 1000 events wait,
/// further ones are dropped, and their number is told.
public protocol ExperimentsObserver: Sendable {
    /// The source has no value for a key.
    func isMissing(_ key: any RemoteKey) throws

    /// A text is not valid for its key.
    func isIncorrect(_ key: any RemoteKey, _ problem: IncorrectValue, by supplier: ValueSupplier) throws

    /// A value that the app uses puts the user in a group of an experiment.
    func isExposed(_ exposure: Exposure) throws

    /// A user did something.
    func didTrack(_ event: TrackingEvent) throws

    /// The app read a key as another type than its own.
    func wasMisread(_ mismatch: ValueTypeMismatch) throws

    /// A key is declared wrongly.
    func isMisdeclared(_ problem: DeclarationProblem) throws

    /// A key that keeps its value for a session has another one for the next session.
    func isPending(_ key: any RemoteKey) throws

    /// A fetch has ended, with success or failure.
    func didFetch(_ record: FetchRecord) throws

    /// So many events were dropped since the last one, because the observer takes too long.
    func didDrop(_ count: Int) throws
}

extension ExperimentsObserver {
    /// Does nothing.
    public func isMissing(_ key: any RemoteKey) throws {}
    /// Does nothing.
    public func isIncorrect(_ key: any RemoteKey, _ problem: IncorrectValue, by supplier: ValueSupplier) throws {}
    /// Does nothing.
    public func isExposed(_ exposure: Exposure) throws {}
    /// Does nothing.
    public func didTrack(_ event: TrackingEvent) throws {}
    /// Does nothing.
    public func wasMisread(_ mismatch: ValueTypeMismatch) throws {}
    /// Does nothing.
    public func isMisdeclared(_ problem: DeclarationProblem) throws {}
    /// Does nothing.
    public func isPending(_ key: any RemoteKey) throws {}
    /// Does nothing.
    public func didFetch(_ record: FetchRecord) throws {}
    /// Does nothing.
    public func didDrop(_ count: Int) throws {}
}

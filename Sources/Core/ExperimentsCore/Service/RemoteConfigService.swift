import Foundation
import Synchronization

/// Resolves an app's keys against what a keeper holds and what an operator overrides.
///
/// Keep one instance. The usual order of use: `fetch()`, then `getValues(for:)` once, so that missing keys and incorrect
/// values are reported, then `remoteValue(for:)` wherever a value is needed.
///
/// Override the open methods to hear of missing keys and incorrect values; each does nothing by default, except
/// `debugValue(for:)`, which answers with the operator's override. They may be called on any thread. The tracking
/// methods of a key are called when it is resolved for the first time, and again when what the source or the overrides
/// hold under its name has changed, not on every read.
///
/// The class is safe to use from any thread; a subclass must be too.
open class RemoteConfigService: @unchecked Sendable {
    /// Where values come from.
    public let keeper: any RemoteConfigKeeper
    /// Where overrides are kept.
    public let overrideStore: any OverrideStore

    let cache: ValueCache
    let now: @Sendable () -> Date
    private let events = Observers<ServiceEvent>()
    let fetches: FetchCoordinator
    private let subscriptions = Mutex<[ObservationHandle]>([])
    let valueObservers: ValueObservers
    private let expiryTimer = ExpiryTimer()
    /// The keys of the latest pass.
    let listedKeys = Mutex<[any RemoteKey]>([])
    /// Their projections, for the next pass over the same.
    let listedProjections = Mutex<[CatalogKey]>([])
    let exposures = ExposureLog()
    let mismatches = Mutex<Set<ValueTypeMismatch>>([])

    /// Whose values count as exposures to an experiment.
    public let exposurePolicy: ExposurePolicy
    /// What becomes of a text that spells no boolean.
    public let booleanPolicy: BooleanPolicy

    /// A service over a keeper.
    ///
    /// - Parameters:
    ///   - remoteConfigKeeper: where values come from.
    ///   - overrideStore: the overrides that feed `debugValue(for:)`.
    ///   - exposurePolicy: whose values count as exposures to an experiment.
    ///   - booleanPolicy: what becomes of a text that spells no boolean.
    ///   - now: the time, for the expiry of overrides and the history.
    public init(
        remoteConfigKeeper: any RemoteConfigKeeper, overrideStore: any OverrideStore = InMemoryOverrideStore(),
        exposurePolicy: ExposurePolicy = .withoutOverrides, booleanPolicy: BooleanPolicy = .strict,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.exposurePolicy = exposurePolicy
        self.booleanPolicy = booleanPolicy
        keeper = remoteConfigKeeper
        self.overrideStore = overrideStore
        self.now = now
        cache = ValueCache(snapshot: remoteConfigKeeper.snapshot, overrides: overrideStore.overrides, now: now)
        valueObservers = ValueObservers(inputs: cache.inputs)
        fetches = FetchCoordinator(keeper: remoteConfigKeeper, events: events, now: now) {
            [cache, valueObservers] startedAt in
            cache.noteFetch(startedAt: startedAt)
            valueObservers.inputsChanged(to: cache.inputs)
        }
        let keeperObservation = remoteConfigKeeper.observe { [weak self] in self?.hear($0) }
        let storeObservation = overrideStore.observe { [weak self] in self?.hear($0) }
        subscriptions.withLock { $0 = [keeperObservation, storeObservation] }
        // Something may have changed before there was anyone to hear of it.
        refreshInputs()
    }

    private func refreshInputs() {
        cache.refresh(snapshot: { keeper.snapshot })
        cache.refresh(overrides: { overrideStore.overrides })
        tellOfInputs()
    }

    /// Tells the subscribers of values what changed, and waits for the next override to end by itself.
    private func tellOfInputs() {
        let inputs = cache.inputs
        valueObservers.inputsChanged(to: inputs)
        let time = now()
        expiryTimer.wait(until: inputs.overrides.nextExpiry(after: time), now: time) { [weak self] in
            self?.tellOfInputs()
        }
    }

    /// What the source held when it was last fetched.
    public var snapshot: Snapshot { keeper.snapshot }

    /// The fetches so far.
    public var history: FetchHistory { fetches.history }

    /// Calls `handler` with each event, for as long as the result is kept.
    public func observe(_ handler: @escaping @Sendable (ServiceEvent) -> Void) -> ObservationHandle {
        events.add(handler)
    }

    /// Fetches from the source. Concurrent calls share one fetch, which goes on when a caller is cancelled; a failure is
    /// not remembered.
    ///
    /// - Throws: `FetchFailure`; the last good values stay.
    /// - Returns: the record that the history keeps.
    @discardableResult
    public func fetch(_ trigger: FetchTrigger = .app) async throws -> FetchRecord {
        let record = await fetches.fetch(trigger)
        if let failure = record.failure { throw failure }
        return record
    }

    private func hear(_ notice: KeeperNotice) {
        switch notice {
        case .snapshot(let snapshot):
            cache.refresh(snapshot: { keeper.snapshot })
            tellOfInputs()
            events.notify(.snapshotChanged(snapshot))
        case .sourceChanged:
            // The outcome is in the history and told to observers; nobody waits for it here.
            fetches.note(.realtime(attempt: 1))
        case .liveStatus(let status): events.notify(.liveStatusChanged(status))
        }
    }

    private func hear(_ state: OverrideStoreState) {
        cache.refresh(overrides: { overrideStore.overrides })
        tellOfInputs()
        events.notify(.overridesChanged(state))
    }

    // MARK: Open methods

    /// Resolves every key, calls the tracking methods, and reports. For `Key.allCases` once after a fetch.
    @discardableResult
    open func getValues(for keys: [any RemoteKey]) -> Report {
        listedKeys.withLock { $0 = keys }
        return performPass(over: keys)
    }

    /// A value that takes the place of the source's, or nil. By default, the operator's override.
    ///
    /// Asked each time a key is resolved: at the first read after a change of the source or of the overrides.
    open func debugValue<Value: RemoteValue>(for key: some RemoteKey) -> Value? {
        overrideValue(for: key)
    }

    /// A value of the app's own for a key, which wins over the debug value and the source's; nil, as by default, for
    /// none. Asked after them, each time a key is resolved.
    open func customValue<Value: RemoteValue>(for key: some RemoteKey) -> Value? { nil }

    /// A key has no value at the source.
    open func trackKeyNotFound(_ key: any RemoteKey) {}

    /// All keys of a pass that have no value at the source, if there are any.
    open func trackKeysNotFound(_ keys: [any RemoteKey]) {}

    /// A key's text is not one of its values.
    open func trackIncorrectValue(for key: any RemoteKey, value: String) {}

    /// All keys of a pass whose text is not one of their values, if there are any.
    open func trackIncorrectValues(_ values: [(key: any RemoteKey, value: String)]) {}

    /// A value in force says which group of an experiment its user is in; not the default of a missing or incorrect one,
    /// no baseline, and no override unless the `exposurePolicy` says so. Once for each key, group and snapshot.
    open func trackExperimentalGroup(for value: any ExperimentalGroupTrackable) {}

    /// Like `trackExperimentalGroup(for:)`, which it calls by default, with the key and who supplied the value.
    open func trackExposure(_ exposure: Exposure, of value: any ExperimentalGroupTrackable) {
        trackExperimentalGroup(for: value)
    }

    /// A key was read as another type than its own: a mistake in the app. The reader gets what that type makes of the
    /// text, or its default. By default, writes the words to the standard error, once for each key and type.
    open func trackTypeMismatch(_ mismatch: ValueTypeMismatch) {
        FileHandle.standardError.write(Data("Experiments: \(VisibleText.of("\(mismatch)"))\n".utf8))
    }
}

import ExperimentsLocks
import Foundation

/// Provides an app with the values of its keys, from a source and from overrides.
///
/// Create one instance, and store it. Call `fetch()`, then `getValues(for:)` once, which reports missing keys and
/// incorrect values, then `remoteValue(for:)` wherever you need a value:
///
/// ```swift
/// let service = RemoteConfigService(
///     remoteConfigKeeper: keeper, overrideStore: JSONOverrideStore(path: ".experiments/overrides.json"))
/// try await service.fetch()
/// service.getValues(for: Key.allCases)
/// let paywall: PaywallType = service.remoteValue(for: Key.paywallType)
/// ```
///
/// To be notified of missing keys, incorrect values and exposures, subclass it and override the open methods. By
/// default, each of these methods does nothing, except `debugValue(for:)`, which returns the operator's override, and
/// `trackTypeMismatch(_:)`, which prints a warning. They may be called on any thread. The tracking methods of a key are
/// called when the key is resolved for the first time, and again when its value at the source or its override has
/// changed; not on every read.
///
/// The class is safe to use from any thread. A subclass must be, too.
open class RemoteConfigService: @unchecked Sendable {
    /// The source of the values.
    public let keeper: any RemoteConfigKeeper
    /// The store of the overrides.
    public let overrideStore: any OverrideStore

    package let cache: ValueCache
    let now: @Sendable () -> Date
    let events = Observers<ServiceEvent>()
    let fetches: FetchCoordinator
    private let subscriptions = Mutex<[ObservationHandle]>([])
    let valueObservers: ValueObservers
    private let expiryTimer = ExpiryTimer()
    /// The keys of the latest call of `getValues(for:)`.
    let listedKeys = Mutex<[any RemoteKey]>([])
    /// Those keys in the form that reports use, for the next call with the same keys.
    let listedProjections = Mutex<[CatalogKey]>([])
    let exposures = ExposureLog()
    let mismatches = Mutex<Set<ValueTypeMismatch>>([])
    let declarationProblems = Mutex<Set<DeclarationProblem>>([])
    let keyEventHandlers = Mutex<[(id: UUID, call: @Sendable (KeyEvent) -> Void)]>([])
    let attachments = Attachments()
    let users = Mutex(UserSwitch())
    /// Held while keepers switch to another user.
    let userOrder = Mutex(())
    /// Notified when values are resolved for another user.
    package let newUsers = Observers<Void>()

    /// Which values count as exposures to an experiment.
    public let exposurePolicy: ExposurePolicy
    /// How a string is treated that should be a boolean but is not.
    public let booleanPolicy: BooleanPolicy
    /// The unit that values are resolved for, such as a user's ID; nil for the installation. ``setUser(_:fields:within:)``
    /// changes it.
    public var unit: String? { cache.inputs.unit }
    /// Receives exposures and the actions of users.
    public let tracker: (any ExperimentTracker)?

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - remoteConfigKeeper: the source of the values.
    ///   - overrideStore: the overrides, which `debugValue(for:)` returns by default.
    ///   - exposurePolicy: which values count as exposures to an experiment.
    ///   - booleanPolicy: how a string is treated that should be a boolean but is not.
    ///   - unit: the unit that values are resolved for, such as a user's ID; nil for the installation. Exposures and
    ///     events contain it.
    ///   - tracker: receives exposures and the actions of users, for example the link with a server.
    ///   - now: returns the time, for the expiry of overrides and for the history.
    public init(
        remoteConfigKeeper: any RemoteConfigKeeper,
        overrideStore: any OverrideStore = InMemoryOverrideStore(),
        exposurePolicy: ExposurePolicy = .withoutOverrides, booleanPolicy: BooleanPolicy = .strict,
        unit: String? = nil, tracker: (any ExperimentTracker)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.exposurePolicy = exposurePolicy
        self.booleanPolicy = booleanPolicy
        self.tracker = tracker
        keeper = remoteConfigKeeper
        self.overrideStore = overrideStore
        self.now = now
        cache = ValueCache(
            snapshot: remoteConfigKeeper.snapshot, overrides: overrideStore.overrides, unit: unit, now: now)
        valueObservers = ValueObservers(inputs: cache.inputs)
        fetches = FetchCoordinator(keeper: remoteConfigKeeper, events: events, now: now) {
            [cache, valueObservers] startedAt in
            cache.noteFetch(startedAt: startedAt)
            valueObservers.inputsChanged(to: cache.inputs)
        }
        let keeperObservation = remoteConfigKeeper.observe { [weak self] in self?.hear($0) }
        let storeObservation = overrideStore.observe { [weak self] in self?.hear($0) }
        let fetchObservation = events.add { [weak self] event in
            if case .fetchFinished(let record) = event { self?.useAnswer(of: record) }
        }
        subscriptions.withLock { $0 = [keeperObservation, storeObservation, fetchObservation] }
        // The inputs may have changed before the observers were registered.
        refreshInputs()
    }

    private func refreshInputs() {
        cache.refresh(snapshot: { snapshot })
        cache.refresh(overrides: { overrideStore.overrides })
        tellOfInputs()
    }

    /// Notifies the subscribers of values that changed, and waits for the next override to expire.
    func tellOfInputs() {
        let inputs = cache.inputs
        valueObservers.inputsChanged(to: inputs)
        let time = now()
        expiryTimer.wait(until: inputs.overrides.nextExpiry(after: time), now: time) { [weak self] in
            self?.tellOfInputs()
        }
    }

    /// The values of the source as they were last fetched.
    public var snapshot: Snapshot { users.withLock(\.held) ?? keeper.snapshot }

    /// The fetches so far.
    public var history: FetchHistory { fetches.history }

    /// Calls `handler` with each event, until the returned handle is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (ServiceEvent) -> Void) -> ObservationHandle {
        events.add(handler)
    }

    /// Fetches the values from the source.
    ///
    /// Calls at the same time share one fetch, which continues when the task of a caller is cancelled. After a failure,
    /// the next call fetches again.
    ///
    /// - Throws: `FetchFailure`. In that case, the last values stay in use.
    /// - Returns: the record of the fetch, which is also in the history.
    @discardableResult
    public func fetch(_ trigger: FetchTrigger = .app) async throws -> FetchRecord {
        let record = await fetches.fetch(trigger)
        if let failure = record.failure { throw failure }
        return record
    }

    private func hear(_ notice: KeeperNotice) {
        switch notice {
        case .snapshot(let snapshot):
            // Until the values of a new user are there, those of the user before are not used.
            guard users.withLock({ $0.held == nil }) else { return }
            cache.refresh(snapshot: { self.snapshot })
            tellOfInputs()
            events.notify(.snapshotChanged(snapshot))
        case .sourceChanged:
            if users.withLock(\.isAsking) { return }
            // The result is added to the history and sent to observers. Nothing waits for it here.
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

    /// Resolves every key, calls the tracking methods, and returns a report. Call it with `Key.allCases` once after a
    /// fetch.
    @discardableResult
    open func getValues(for keys: [any RemoteKey]) -> Report {
        listedKeys.withLock { $0 = keys }
        return performPass(over: keys)
    }

    /// Returns a value to use instead of the source's, or nil. By default, the operator's override.
    ///
    /// Called each time a key is resolved: at the first read, and after a change to the source or the overrides.
    open func debugValue<Value: RemoteValue>(for key: some RemoteKey) -> Value? {
        overrideValue(for: key)
    }

    /// Returns a value of the app's own, which takes precedence over the debug value and the source's. By default, nil.
    ///
    /// Called each time a key is resolved, after `debugValue(for:)`.
    open func customValue<Value: RemoteValue>(for key: some RemoteKey) -> Value? { nil }

    /// Called when the source has no value for a key. By default, does nothing.
    open func trackKeyNotFound(_ key: any RemoteKey) {}

    /// Called with all keys of a call of `getValues(for:)` for which the source has no value, if there are any. By
    /// default, does nothing.
    open func trackKeysNotFound(_ keys: [any RemoteKey]) {}

    /// Called when a string is not valid for its key. By default, does nothing.
    open func trackIncorrectValue(for key: any RemoteKey, value: String) {}

    /// Called with all keys of a call of `getValues(for:)` whose text is not valid, if there are any. By default, does
    /// nothing.
    open func trackIncorrectValues(_ values: [(key: any RemoteKey, value: String)]) {}

    /// Called when a value that the app uses puts the user in a group of an experiment. By default, does nothing.
    ///
    /// It is called once for each key, group and snapshot. It is not called for the default of a missing or incorrect
    /// value, for a baseline, or for an override, unless the `exposurePolicy` includes overrides.
    open func trackExperimentalGroup(for value: any ExperimentalGroupTrackable) {}

    /// Called with the same exposure, with its key and the supplier of the value. By default, calls
    /// `trackExperimentalGroup(for:)`.
    open func trackExposure(_ exposure: Exposure, of value: any ExperimentalGroupTrackable) {
        trackExperimentalGroup(for: value)
    }

    /// Called when the app tracks an action of the user, for the metrics of experiments. By default, does nothing. The
    /// ``tracker`` receives the event in any case.
    open func trackEvent(_ event: TrackingEvent) {}

    /// Called when the app reads a key as another type than the declared one, which is a mistake in the app.
    ///
    /// The app gets the value of this other type for the text, or that type's default. By default, this method prints a
    /// warning to standard error, once for each key and type.
    open func trackTypeMismatch(_ mismatch: ValueTypeMismatch) {
        warn("\(mismatch)")
    }

    /// Called when a key is declared wrongly. By default, prints a warning to standard error, once for each mistake.
    open func trackDeclarationProblem(_ problem: DeclarationProblem) {
        warn("\(problem)")
    }

    private func warn(_ message: String) {
        FileHandle.standardError.write(Data("Experiments: \(VisibleText.of(message))\n".utf8))
    }

    /// The keys of the last call of `getValues(for:)` with their values as text, for a list in a debug panel.
    ///
    /// A key is given by its title if it is a `TitledRemoteKey`, otherwise by its name. A boolean is `enabled` or
    /// `disabled`.
    public var currentRemoteData: [(key: String, value: String)] {
        listedKeys.withLock { $0 }.map { key in
            ((key as? any TitledRemoteKey)?.title ?? key.name, shownText(of: key))
        }
    }

    private func shownText(of key: some RemoteKey) -> String {
        func text<Value: RemoteValue>(_: Value.Type) -> String {
            let value: Value = remoteValue(for: key)
            if let value = value as? any BoolInitializableRemoteValue {
                return value.isEnabled ? "enabled" : "disabled"
            }
            return value.remoteText
        }
        return text(key.valueType)
    }
}

extension RemoteConfigService: CustomStringConvertible {
    /// The type of the service, its source, and the source's values.
    public var description: String { "\(Self.self) of \(type(of: keeper)): \(keeper.snapshot)" }
}

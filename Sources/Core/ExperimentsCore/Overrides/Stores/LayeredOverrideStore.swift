import ExperimentsLocks

/// Several stores of overrides as layers, for example a team's committed file below a personal one.
///
/// If several layers override a key, the override of the highest of them is used, even if it is turned off. A person
/// can therefore turn off an override of the team, and when a person removes their own override, the team's applies
/// again. Only the highest layer is changed.
///
/// ```swift
/// let store = LayeredOverrideStore(
///     lower: [("team", JSONOverrideStore(path: "team-overrides.json"))],
///     top: JSONOverrideStore(path: ".experiments/overrides.json"), named: "mine")
/// ```
public final class LayeredOverrideStore: OverrideStore {
    /// The stores with their names, the lowest first.
    public let stores: [(name: String, store: any OverrideSource)]

    private let top: any OverrideStore
    private let state: Mutex<(current: OverrideStoreState, readings: ReadingOrder)>
    private let observers = Observers<OverrideStoreState>()
    private let subscriptions = Mutex<[ObservationHandle]>([])

    /// Creates a store of layers.
    ///
    /// - Parameters:
    ///   - lower: the stores that are only read, with their names, the lowest first.
    ///   - top: the highest store, which changes are made in.
    ///   - name: the name of `top`.
    public init(
        lower: [(name: String, store: any OverrideSource)], top: any OverrideStore, named name: String
    ) {
        stores = lower + [(name, top)]
        self.top = top
        state = Mutex((Self.read(stores), ReadingOrder()))
        let observations = stores.map { layer in layer.store.observe { [weak self] _ in self?.reload() } }
        subscriptions.withLock { $0 = observations }
        // The overrides may have changed before the observation began.
        reload()
    }

    /// The combined overrides of all layers. Reading them does no I/O.
    public var overrides: OverrideSet { state.withLock(\.current.overrides) }

    /// The reason why a layer cannot be read now, of the highest such layer; nil if all can.
    public var problem: OverrideStoreProblem? { state.withLock(\.current.problem) }

    /// The overrides of each layer, the lowest first.
    public var layers: [OverrideLayer] { state.withLock(\.current.layers) }

    /// Changes the highest layer. `change` gets the overrides of that layer, and the result has only those.
    @discardableResult
    public func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate {
        defer { reload() }
        return try top.update(change)
    }

    /// Changes the highest layer, and lets the caller record the change. `announcing` and `recording` get only the
    /// overrides of that layer.
    @discardableResult
    public func update(
        _ change: (inout OverrideSet) throws -> Void, announcing: (OverrideUpdate) throws -> Void,
        recording: (OverrideUpdate) -> Void
    ) throws -> OverrideUpdate {
        defer { reload() }
        return try top.update(change, announcing: announcing, recording: recording)
    }

    /// Calls `handler` after each change to a layer, with the overrides of all layers together.
    public func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    private func reload() {
        let reading = state.withLock { $0.readings.begin() }
        let new = Self.read(stores)
        state.withLock { state in
            guard state.readings.keep(reading), new != state.current else { return }
            state.current = new
            observers.enqueue(new)
        }
        observers.deliver()
    }

    private static func read(_ stores: [(name: String, store: any OverrideSource)]) -> OverrideStoreState {
        let layers = stores.map { OverrideLayer(name: $0.name, overrides: $0.store.overrides) }
        return OverrideStoreState(
            overrides: OverrideSet(merging: layers),
            problem: stores.lazy.reversed().compactMap { $0.store.problem }.first, layers: layers)
    }
}

import Synchronization

/// Several stores of overrides over each other: a team's committed file under a personal one.
///
/// Of two overrides of one key, that of the higher layer counts, even if it is switched off: so a person can switch off
/// what the team overrides, and removing one's own override uncovers the team's. Only the highest layer is changed.
public final class LayeredOverrideStore: OverrideStore {
    /// The stores with their names, the lowest first.
    public let stores: [(name: String, store: any OverrideStore)]

    private struct State {
        var current: OverrideStoreState
        var readings = ReadingOrder()
    }

    private let top: any OverrideStore
    private let state: Mutex<State>
    private let observers = Observers<OverrideStoreState>()
    private let subscriptions = Mutex<[ObservationHandle]>([])

    /// Layers stores.
    ///
    /// - Parameters:
    ///   - lower: the stores that are only read, with their names, the lowest first.
    ///   - top: the store that changes are made in, over all others.
    ///   - name: the name of `top`.
    public init(lower: [(name: String, store: any OverrideStore)], top: any OverrideStore, named name: String) {
        stores = lower + [(name, top)]
        self.top = top
        state = Mutex(State(current: Self.read(stores)))
        let observations = stores.map { layer in layer.store.observe { [weak self] _ in self?.reload() } }
        subscriptions.withLock { $0 = observations }
        // Something may have changed before there was anyone to hear of it.
        reload()
    }

    /// What comes of all layers. Reading it does no I/O.
    public var overrides: OverrideSet { state.withLock(\.current.overrides) }

    /// Why one of the layers cannot be read now; the highest one's reason first.
    public var problem: FileProblem? { state.withLock(\.current.problem) }

    /// What each layer holds, the lowest first.
    public var layers: [OverrideLayer] { state.withLock(\.current.layers) }

    /// Changes the highest layer: `change` gets what that layer holds, and the result tells of that layer alone.
    @discardableResult
    public func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate {
        defer { reload() }
        return try top.update(change)
    }

    /// The same; what is announced and recorded is of the highest layer alone, too.
    @discardableResult
    public func update(
        _ change: (inout OverrideSet) throws -> Void, announcing: (OverrideUpdate) throws -> Void,
        recording: (OverrideUpdate) -> Void
    ) throws -> OverrideUpdate {
        defer { reload() }
        return try top.update(change, announcing: announcing, recording: recording)
    }

    /// Calls `handler` after each change of a layer, with what comes of all.
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

    private static func read(_ stores: [(name: String, store: any OverrideStore)]) -> OverrideStoreState {
        let layers = stores.map { OverrideLayer(name: $0.name, overrides: $0.store.overrides) }
        return OverrideStoreState(
            overrides: OverrideSet(merging: layers),
            problem: stores.lazy.reversed().compactMap { $0.store.problem }.first, layers: layers)
    }
}

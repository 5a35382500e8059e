/// Keeps the overrides of an operator, and notifies observers of changes.
///
/// **To use a store**, give it to a `RemoteConfigService`, or change it:
///
/// ```swift
/// let store = JSONOverrideStore(path: ".experiments/overrides.json")
/// try store.update { $0["trial_days"] = Override(value: "30", author: "ann") }
/// try store.update { $0["trial_days"] = nil }  // removes it
/// ```
///
/// `JSONOverrideStore` is a file that several programs share, `InMemoryOverrideStore` is for tests, and
/// `LayeredOverrideStore` puts several stores over each other.
///
/// **To implement one**, for example for a server of overrides, keep the current set in memory, so that reading is
/// fast, and make `update` read, change and write in one step that no other writer can interrupt:
///
/// ```swift
/// final class TeamOverrideStore: OverrideStore {
///     private let current = Mutex(OverrideSet.empty)
///     private let handlers = Mutex<[UUID: @Sendable (OverrideStoreState) -> Void]>([:])
///
///     var overrides: OverrideSet { current.withLock { $0 } }
///     var problem: FileProblem? { nil }
///
///     func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate {
///         let update = try current.withLock { overrides in
///             let before = overrides
///             try change(&overrides)
///             return OverrideUpdate(before: before, after: overrides)
///         }
///         let state = OverrideStoreState(overrides: update.after)
///         for handler in handlers.withLock({ Array($0.values) }) { handler(state) }
///         return update
///     }
///
///     func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> ObservationHandle {
///         let id = UUID()
///         handlers.withLock { $0[id] = handler }
///         return ObservationHandle { [weak self] in self?.handlers.withLock { $0[id] = nil } }
///     }
/// }
/// ```
///
/// All requirements may be called on any thread, and at the same time.
public protocol OverrideStore: AnyObject, Sendable {
    /// The overrides as they were last read. Reading them does no I/O.
    var overrides: OverrideSet { get }

    /// The reason why the store cannot be read now; nil if it can. `overrides` are then those that were read last.
    var problem: FileProblem? { get }

    /// The layers of a store that is made of several, the lowest first. By default, empty.
    var layers: [OverrideLayer] { get }

    /// Changes the overrides as they are in the store at this moment, so that no change of another writer is lost.
    ///
    /// Observers have been notified when this returns, unless an observer calls it. In a store of layers, only the
    /// highest layer is changed and returned.
    ///
    /// - Parameter change: changes the set that it is given. It must not use the store itself.
    /// - Throws: what `change` throws, or `FileProblem`. The store is then unchanged.
    /// - Returns: the overrides before and after the change.
    @discardableResult
    func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate

    /// Changes the overrides, and lets the caller record the change so that the record always agrees with the store. By
    /// default, for stores that only one program changes, calls `announcing` and `recording` around the change.
    ///
    /// - Parameters:
    ///   - change: changes the set that it is given.
    ///   - announcing: called with the overrides before and after, before anything is changed. If it throws, the change
    ///     is not made.
    ///   - recording: called after the change is made, and before another writer can change the store. If it is not
    ///     called after `announcing`, because the change failed or the process was killed, the change may or may not
    ///     have been made.
    @discardableResult
    func update(
        _ change: (inout OverrideSet) throws -> Void, announcing: (OverrideUpdate) throws -> Void,
        recording: (OverrideUpdate) -> Void
    ) throws -> OverrideUpdate

    /// Calls `handler` after each change, whoever made it, and when the store becomes unreadable or readable again,
    /// until the returned handle is cancelled or released. Handlers are called on any thread, in the order of the
    /// changes.
    func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> ObservationHandle
}

extension OverrideStore {
    /// Empty: the store is not made of layers.
    public var layers: [OverrideLayer] { [] }

    /// For stores that only one program changes: what came of it is recorded right after.
    @discardableResult
    public func update(
        _ change: (inout OverrideSet) throws -> Void, announcing: (OverrideUpdate) throws -> Void,
        recording: (OverrideUpdate) -> Void
    ) throws -> OverrideUpdate {
        let update = try update { overrides in
            let before = overrides
            try change(&overrides)
            try announcing(OverrideUpdate(before: before, after: overrides))
        }
        recording(update)
        return update
    }
}

/// The overrides before and after a change of a store.
public struct OverrideUpdate: Sendable, Equatable {
    /// The overrides just before the change.
    public let before: OverrideSet
    /// The overrides after the change.
    public let after: OverrideSet

    /// Creates an update from the overrides before and after.
    public init(before: OverrideSet, after: OverrideSet) {
        self.before = before
        self.after = after
    }
}

/// The overrides of a store, and whether the store can be read.
public struct OverrideStoreState: Sendable, Equatable {
    /// The overrides as they were last read.
    public let overrides: OverrideSet
    /// The reason why the store cannot be read now; nil if it can.
    public let problem: FileProblem?
    /// The layers of a store that is made of several, the lowest first.
    public let layers: [OverrideLayer]

    /// Creates a state.
    public init(overrides: OverrideSet, problem: FileProblem? = nil, layers: [OverrideLayer] = []) {
        self.overrides = overrides
        self.problem = problem
        self.layers = layers
    }
}

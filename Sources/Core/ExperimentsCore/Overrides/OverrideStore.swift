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
///     var problem: OverrideStoreProblem? { nil }
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
public protocol OverrideStore: OverrideSource {
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
}

extension OverrideStore {
    /// Calls `announcing` and `recording` around the change. Suitable for stores that only one program changes.
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

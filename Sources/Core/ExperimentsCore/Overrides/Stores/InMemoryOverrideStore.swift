import ExperimentsLocks

/// A store whose overrides last as long as the process: for tests, previews, and apps without a file.
public final class InMemoryOverrideStore: OverrideStore {
    private let state: Mutex<OverrideSet>
    private let observers = Observers<OverrideStoreState>()

    /// Creates a store with these overrides.
    public init(_ overrides: OverrideSet = .empty) {
        state = Mutex(overrides)
    }

    /// The overrides as they were last set.
    public var overrides: OverrideSet { state.withLock { $0 } }

    /// Always nil: memory can always be read.
    public var problem: OverrideStoreProblem? { nil }

    /// Changes the overrides, and notifies the observers before it returns.
    ///
    /// - Throws: what `change` throws. The overrides are then unchanged.
    @discardableResult
    public func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate {
        let update = try state.withLock { overrides in
            let before = overrides
            var after = before
            try change(&after)
            overrides = after
            if before != after { observers.enqueue(OverrideStoreState(overrides: after)) }
            return OverrideUpdate(before: before, after: after)
        }
        observers.deliver()
        return update
    }

    /// Calls `handler` after each change.
    public func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> ObservationHandle {
        observers.add(handler)
    }
}

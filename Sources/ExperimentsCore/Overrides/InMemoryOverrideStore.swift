import Synchronization

/// Overrides that last as long as the process: for tests, previews and apps without a file.
public final class InMemoryOverrideStore: OverrideStore {
    private let state: Mutex<OverrideSet>
    private let observers = Observers<OverrideStoreState>()

    /// A store that holds `overrides`.
    public init(_ overrides: OverrideSet = .empty) {
        state = Mutex(overrides)
    }

    public var overrides: OverrideSet { state.withLock { $0 } }
    public var problem: FileProblem? { nil }

    @discardableResult
    public func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate {
        let update = try state.withLock { overrides in
            let before = overrides
            var after = before
            try change(&after)
            overrides = after
            return OverrideUpdate(before: before, after: after)
        }
        if update.before != update.after { observers.notify(OverrideStoreState(overrides: update.after)) }
        return update
    }

    public func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> Observation {
        observers.add(handler)
    }
}

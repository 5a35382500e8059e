/// Where overrides are kept.
public protocol OverrideStore: AnyObject, Sendable {
    /// The overrides as last read. Reading them does no I/O.
    var overrides: OverrideSet { get }

    /// Why the store cannot be read now, if it can't; `overrides` are then the last good ones.
    var problem: FileProblem? { get }

    /// What each layer holds, the lowest first, where the store is made of several; empty where it is not.
    var layers: [OverrideLayer] { get }

    /// Changes the overrides as they are in the store at that moment, so that no other writer's change is lost.
    ///
    /// Observers have heard of the change when this returns, unless an observer calls it. `change` must not use the
    /// store itself. Where there are layers, the highest one alone is changed, and told of.
    ///
    /// - Throws: what `change` throws, or `FileProblem`; the store is then unchanged.
    /// - Returns: the overrides before and after.
    @discardableResult
    func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate

    /// The same, for those who keep a record of changes that cannot part from them.
    ///
    /// - Parameters:
    ///   - announcing: called with what is about to become of the overrides, before anything is changed. What it throws
    ///     keeps the change from being made.
    ///   - recording: called once the change is made, before any other writer can change the store again. Where it is
    ///     not called after `announcing` was, because the change failed or the process was killed, the change may have
    ///     been made or not.
    @discardableResult
    func update(
        _ change: (inout OverrideSet) throws -> Void, announcing: (OverrideUpdate) throws -> Void,
        recording: (OverrideUpdate) -> Void
    ) throws -> OverrideUpdate

    /// Calls `handler` after each change, by whomever, and when the store becomes unreadable or readable again; on any
    /// thread, in the order of the changes, for as long as the result is kept.
    func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> ObservationHandle
}

extension OverrideStore {
    /// None: the store is not made of layers, unless it says otherwise.
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

/// The overrides before and after a change.
public struct OverrideUpdate: Sendable, Equatable {
    /// As they were in the store just before.
    public let before: OverrideSet
    /// As they are now.
    public let after: OverrideSet

    /// A change from one set to another.
    public init(before: OverrideSet, after: OverrideSet) {
        self.before = before
        self.after = after
    }
}

/// What a store holds, and whether it can be read.
public struct OverrideStoreState: Sendable, Equatable {
    /// The overrides as last read.
    public let overrides: OverrideSet
    /// Why the store cannot be read now, if it can't.
    public let problem: FileProblem?
    /// What each layer holds, the lowest first, where the store is made of several.
    public let layers: [OverrideLayer]

    /// A state.
    public init(overrides: OverrideSet, problem: FileProblem? = nil, layers: [OverrideLayer] = []) {
        self.overrides = overrides
        self.problem = problem
        self.layers = layers
    }
}

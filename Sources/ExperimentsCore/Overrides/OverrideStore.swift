/// Where overrides are kept.
public protocol OverrideStore: AnyObject, Sendable {
    /// The overrides as last read. Reading them does no I/O.
    var overrides: OverrideSet { get }

    /// Why the store cannot be read now, if it can't; `overrides` are then the last good ones.
    var problem: FileProblem? { get }

    /// Changes the overrides as they are in the store at that moment, so that no other writer's change is lost.
    ///
    /// - Throws: what `change` throws, or `FileProblem`; the store is then unchanged.
    /// - Returns: the overrides before and after.
    @discardableResult
    func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate

    /// Calls `handler` after each change, by whomever, and when the store becomes unreadable or readable again.
    func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> Observation
}

/// The overrides before and after a change.
public struct OverrideUpdate: Sendable {
    /// As they were in the store just before.
    public let before: OverrideSet
    /// As they are now.
    public let after: OverrideSet
}

/// What a store holds, and whether it can be read.
public struct OverrideStoreState: Sendable, Equatable {
    /// The overrides as last read.
    public let overrides: OverrideSet
    /// Why the store cannot be read now, if it can't.
    public let problem: FileProblem?

    /// A state.
    public init(overrides: OverrideSet, problem: FileProblem? = nil) {
        self.overrides = overrides
        self.problem = problem
    }
}

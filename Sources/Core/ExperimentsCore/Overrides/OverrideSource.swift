/// Overrides that can be read and observed: an `OverrideStore`, or a layer that is changed by other means, such as one
/// that a team shares over a network.
///
/// **To implement one**, keep the last overrides in memory, so that reading them is fast, replace them when they
/// change, and call the handlers after the lock is released. `OverrideStore` shows a complete example. All requirements
/// may be called on any thread, and at the same time.
public protocol OverrideSource: AnyObject, Sendable {
    /// The overrides as they were last read. Reading them does no I/O.
    var overrides: OverrideSet { get }

    /// The reason why they cannot be read now; nil if they can. While there is a problem, `overrides` are those that
    /// were read last.
    var problem: OverrideStoreProblem? { get }

    /// The layers of a source that is made of several, the lowest first. By default, empty.
    var layers: [OverrideLayer] { get }

    /// Calls `handler` after each change, whoever made it, and when the overrides become unreadable or readable again,
    /// until the returned handle is cancelled or released. Handlers are called on any thread, in the order of the
    /// changes.
    func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> ObservationHandle
}

extension OverrideSource {
    /// Empty: the source is not made of layers.
    public var layers: [OverrideLayer] { [] }

    /// The overrides as they were last read, and whether they can be read.
    package var currentState: OverrideStoreState {
        OverrideStoreState(overrides: overrides, problem: problem, layers: layers)
    }
}

/// The overrides of a store, and whether the store can be read.
public struct OverrideStoreState: Sendable, Equatable {
    /// The overrides as they were last read.
    public let overrides: OverrideSet
    /// The reason why the store cannot be read now; nil if it can.
    public let problem: OverrideStoreProblem?
    /// The layers of a store that is made of several, the lowest first.
    public let layers: [OverrideLayer]

    /// Creates a state.
    public init(overrides: OverrideSet, problem: OverrideStoreProblem? = nil, layers: [OverrideLayer] = []) {
        self.overrides = overrides
        self.problem = problem
        self.layers = layers
    }

    /// Creates the state of a file that cannot be read.
    public init(overrides: OverrideSet, problem: FileProblem, layers: [OverrideLayer] = []) {
        self.init(overrides: overrides, problem: OverrideStoreProblem(problem), layers: layers)
    }
}

/// Stores overrides, and notifies observers of changes.
///
/// **To use a store**, pass it to a `RemoteConfigService`, or change it:
///
/// ```swift
/// let store = JSONOverrideStore(path: ".experiments/overrides.json")
/// try store.update { $0["trial_days"] = Override(value: "30", author: "ann") }
/// try store.update { $0["trial_days"] = nil }  // removes it
/// ```
///
/// `JSONOverrideStore` is a file that several programs share, `InMemoryOverrideStore` is for tests, and
/// `LayeredOverrideStore` combines several stores as layers.
///
/// **To implement one**, for example for a server of overrides, store the current set in memory, so that reading is
/// fast, and let `update` read, change and write in one step that no other writer can interrupt:
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
    ///   - change: changes the set.
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

/// The overrides before and after a change to a store.
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

/// Overrides that can be read and observed: an `OverrideStore`, or a layer that is changed by other means, such as one
/// that a team shares over a network.
///
/// **To implement one**, store the last overrides in memory, so that reading them is fast, replace them when they
/// change, and call the handlers after the lock is released. `OverrideStore` shows a complete example. All requirements
/// may be called on any thread, and at the same time.
public protocol OverrideSource: AnyObject, Sendable {
    /// The last read overrides. Reading them does no I/O.
    var overrides: OverrideSet { get }

    /// The reason why they cannot be read now; nil if they can. While there is a problem, `overrides` are the last
    /// readable ones.
    var problem: OverrideStoreProblem? { get }

    /// The layers of a source with several layers, the lowest first. By default, empty.
    var layers: [OverrideLayer] { get }

    /// Calls `handler` after each change, by any program, and when the overrides become unreadable or readable again,
    /// until the returned handle is cancelled or released. Handlers are called on any thread, in the order of the
    /// changes.
    func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> ObservationHandle
}

extension OverrideSource {
    /// Empty, because the source has no layers.
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
    /// The layers of a store with several layers, the lowest first.
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

/// The reason why overrides cannot be read or changed, with advice for the operator.
public struct OverrideStoreProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The kind of a problem, which determines what you can still do.
    public enum Kind: Sendable, Hashable {
        /// A file or a part of a store cannot be read.
        case unreadable
        /// The store cannot be reached. The overrides that were read last stay in use.
        case unreachable
        /// The store can be read, but accepts no changes now.
        case readOnly
        /// Another store was found in place of the one that was read before. Its overrides are not used.
        case replaced
    }

    /// The kind of problem.
    public let kind: Kind
    /// The problem, for example `permission denied`.
    public let message: String
    /// The path of the file; nil if the overrides are not in a file.
    public private(set) var path: String?
    /// The line of the mistake, from 1, if the content of a file is wrong.
    public let line: Int?
    /// The column of the mistake, from 1, if the content of a file is wrong.
    public let column: Int?
    /// A next step, if one is known.
    public let advice: String?

    /// Creates a problem of overrides that are not in a file.
    ///
    /// - Parameters:
    ///   - kind: the kind of problem.
    ///   - message: the problem, in one line that names the store.
    ///   - advice: the next step.
    public init(_ kind: Kind, _ message: String, advice: String? = nil) {
        self.kind = kind
        self.message = message
        self.advice = advice
        path = nil
        line = nil
        column = nil
    }

    /// Creates a problem from that of a file, with the same words.
    public init(_ problem: FileProblem) {
        kind = .unreadable
        message = problem.message
        advice = problem.advice
        path = problem.path
        line = problem.line
        column = problem.column
    }

    /// Returns the same problem with another path, if it is the problem of a file.
    package func named(_ name: (String) -> String) -> OverrideStoreProblem {
        var problem = self
        problem.path = path.map(name)
        return problem
    }

    package var place: ErrorPlace? { path.map { ErrorPlace(file: $0, line: line, column: column) } }

    /// `path:line:column: message; advice`, without the place if there is none.
    public var description: String {
        (place.map { "\($0): " } ?? "") + message + (advice.map { "; " + $0 } ?? "")
    }
}

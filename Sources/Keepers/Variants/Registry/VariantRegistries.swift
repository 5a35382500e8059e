import ExperimentsCore
import Locks

/// Registries by name. Flags, variants and condition types of one are not known to another.
public final class VariantRegistries: Sendable {
    /// The name of the registry to use where there is no reason for another.
    public static let defaultName = "main"

    private struct State {
        var names: [String] = []
        var registries: [String: VariantRegistry] = [:]
    }

    private let state = Mutex(State())
    private let makeRegistry: @Sendable (String) -> VariantRegistry

    /// No registries yet.
    ///
    /// - Parameter makeRegistry: makes a registry the first time its name is asked for.
    public init(makeRegistry: @escaping @Sendable (_ name: String) -> VariantRegistry = { _ in VariantRegistry() }) {
        self.makeRegistry = makeRegistry
    }

    /// The registry to use where there is no reason for another.
    public var `default`: VariantRegistry { registry(named: Self.defaultName) }

    /// The registry called `name`, made now if there is none.
    public func registry(named name: String) -> VariantRegistry {
        state.withLock { state in
            if let registry = state.registries[name] { return registry }
            let registry = makeRegistry(name)
            state.registries[name] = registry
            state.names.append(name)
            return registry
        }
    }

    /// The names of the registries, in the order in which they were made.
    public var names: [String] { state.withLock(\.names) }

    /// Forgets all registries. Whoever holds one can go on using it.
    public func removeAll() {
        state.withLock { $0 = State() }
    }
}

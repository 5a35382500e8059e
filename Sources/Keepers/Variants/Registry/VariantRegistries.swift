import ExperimentsLocks

/// Registries by name. The flags, variants and condition types of one are independent of those of another.
public final class VariantRegistries: Sendable {
    /// The name of the default registry.
    public static let defaultName = "main"

    private let state = Mutex((names: [String](), registries: [String: VariantRegistry]()))
    private let makeRegistry: @Sendable (String) -> VariantRegistry

    /// Creates an object without registries.
    ///
    /// - Parameter makeRegistry: creates a registry the first time that its name is used.
    public init(
        makeRegistry: @escaping @Sendable (_ name: String) -> VariantRegistry = { _ in VariantRegistry() }
    ) {
        self.makeRegistry = makeRegistry
    }

    /// The registry that is used if none is named.
    public var `default`: VariantRegistry { registry(named: Self.defaultName) }

    /// Returns the registry called `name`, and creates it if there is none.
    public func registry(named name: String) -> VariantRegistry {
        state.withLock { state in
            if let registry = state.registries[name] { return registry }
            let registry = makeRegistry(name)
            state.registries[name] = registry
            state.names.append(name)
            return registry
        }
    }

    /// The names of the registries, in the order in which they were created.
    public var names: [String] { state.withLock(\.names) }

    /// Forgets all registries. A registry that is still referenced elsewhere can be used further.
    public func removeAll() {
        state.withLock { $0 = ([], [:]) }
    }
}

import ExperimentsLocks

/// A flag that any thread may set, and that then stays set. Reading it takes no lock.
package final class OneWayFlag: Sendable {
    private let value = Atomic(false)

    package init() {}

    /// Whether it was set.
    package var isSet: Bool { value.load(ordering: .relaxed) }

    /// Sets it.
    package func set() { value.store(true, ordering: .relaxed) }
}

import Locks

/// Something that any thread may set once, and that then stays set. Asking takes no lock.
package final class OneWayFlag: Sendable {
    private let value = Atomic(false)

    package init() {}

    /// Whether it was set.
    package var isSet: Bool { value.load(ordering: .relaxed) }

    /// Sets it.
    package func set() { value.store(true, ordering: .relaxed) }
}

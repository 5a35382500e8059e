import ExperimentsCore
import Synchronization

/// A place for an index that the first reader makes. Of readers that come at once, one index stays.
///
/// The standard library's `AtomicLazyReference` does the same, but is not specialised where it is used: it would more
/// than double the time of a read.
final class LazySettingIndex: Sendable {
    private let stored = Atomic<Unmanaged<SettingIndex>?>(nil)

    /// The index of a section, which must be the same one in every call.
    func index(of section: JSONValue) -> SettingIndex {
        if let known = stored.load(ordering: .acquiring) { return known.takeUnretainedValue() }
        return store(SettingIndex(section))
    }

    private func store(_ index: SettingIndex) -> SettingIndex {
        let candidate = Unmanaged.passRetained(index)
        let (exchanged, other) = stored.compareExchange(
            expected: nil, desired: candidate, ordering: .acquiringAndReleasing)
        guard !exchanged, let other else { return index }
        candidate.release()
        return other.takeUnretainedValue()
    }

    deinit {
        stored.load(ordering: .acquiring)?.release()
    }
}

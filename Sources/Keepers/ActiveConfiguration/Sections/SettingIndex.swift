import ExperimentsCore
import Synchronization

/// The settings of one section by key.
final class SettingIndex: Sendable {
    /// A setting's value; for a number also what it is worth, because that takes longer to find out than to look up.
    struct Setting: Sendable {
        let value: JSONValue
        let number: Double?
    }

    let keys: [String]
    let settings: [String: Setting]

    init(_ section: JSONValue) {
        let members = section.object?["settings"]?.object?.members ?? []
        var keys: [String] = []
        var settings = [String: Setting](minimumCapacity: members.count)
        keys.reserveCapacity(members.count)
        for member in members {
            guard let value = member.value.object?["value"] else { continue }
            keys.append(member.name)
            settings[member.name] = Setting(value: value, number: value.double)
        }
        self.keys = keys
        self.settings = settings
    }
}

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

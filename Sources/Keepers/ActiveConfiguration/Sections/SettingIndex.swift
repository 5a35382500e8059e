import ExperimentsCore
import Locks

/// The settings of one section by key.
final class SettingIndex: Sendable {
    /// A setting's value and, for a number, that number as a `Double`: to parse it at each read would take 200 ns instead of
    /// 115.
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

/// Holds an index that the first reader builds. If several readers build one at the same time, the first to finish is
/// kept.
///
/// The standard library's `AtomicLazyReference` does the same, but is not specialised across modules: with it, reading a
/// setting takes more than twice as long.
final class LazySettingIndex: Sendable {
    private let stored = Atomic<Unmanaged<SettingIndex>?>(nil)

    /// Returns the index, and builds it in the first call. Every call must name the same section.
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

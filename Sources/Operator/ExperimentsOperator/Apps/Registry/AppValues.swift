import ExperimentsCore
import ExperimentsLinkProtocol

/// The values of an app, by name. Apps with the same values share them: thousands of phones with one version of an app
/// and one source differ only in their identity.
package final class AppValues: Sendable, Hashable {
    /// The keys as the app reported them, in alphabetical order.
    package let keys: [ReportedKey]
    /// The number of keys with each status.
    package let counts: AppCounts
    /// The approximate size in memory in bytes.
    let cost: Int

    /// - Parameter keys: the keys, each name once.
    package init(_ keys: [ReportedKey] = []) {
        self.keys = Self.ordered(keys)
        counts = AppCounts(keys)
        cost = keys.reduce(64) { $0 + $1.cost }
    }

    /// The key with this name; nil if the app did not report it.
    package subscript(name: String) -> ReportedKey? {
        let place = keys.partitioningIndex { $0.name >= name }
        return place < keys.count && keys[place].name == name ? keys[place] : nil
    }

    /// The values of the active overrides, by key.
    package var overrides: [String: String?] {
        guard counts.overrides > 0 else { return [:] }
        let active = keys.lazy.filter { $0.status == .override }.map { ($0.name, $0.value) }
        return Dictionary(active) { first, _ in first }
    }

    /// Returns the values of the app after another report.
    ///
    /// - Parameter limit: the largest number of stored keys; of more, the first in alphabetical order.
    func following(_ report: AppReport, limit: Int) -> AppValues {
        if !report.isWhole, report.keys.isEmpty, report.removedKeys.isEmpty { return self }
        let told = Self.distinct(report.keys)
        let all = report.isWhole ? told : changed(to: told, without: Set(report.removedKeys))
        return AppValues(all.count > limit ? Array(all.prefix(limit)) : all)
    }

    /// Returns the keys, with newly reported ones in place of the old ones, by name.
    private func changed(to told: [ReportedKey], without removed: Set<String>) -> [ReportedKey] {
        var (all, told) = ([ReportedKey](), told[...])
        all.reserveCapacity(keys.count + told.count)
        for key in keys {
            while let new = told.first, new.name < key.name { all.append(told.removeFirst()) }
            if told.first?.name == key.name {
                all.append(told.removeFirst())
            } else if !removed.contains(key.name) {
                all.append(key)
            }
        }
        return all + told
    }

    /// Returns the keys by name. If a key was reported twice, the last report counts.
    private static func distinct(_ keys: [ReportedKey]) -> [ReportedKey] {
        if areOrdered(keys) { return keys }
        return ordered(Array(Dictionary(keys.map { ($0.name, $0) }) { $1 }.values))
    }

    /// Returns the keys sorted by name. Apps report them in this order, so there is usually nothing to do.
    private static func ordered(_ keys: [ReportedKey]) -> [ReportedKey] {
        areOrdered(keys) ? keys : keys.sorted { $0.name < $1.name }
    }

    /// Whether the keys are sorted by name, each once.
    private static func areOrdered(_ keys: [ReportedKey]) -> Bool {
        keys.indices.dropFirst().allSatisfy { keys[$0 - 1].name < keys[$0].name }
    }

    package static func == (left: AppValues, right: AppValues) -> Bool {
        left === right || (left.cost == right.cost && left.keys == right.keys)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(keys) }
}

/// The number of an app's keys with each status.
package struct AppCounts: Sendable, Hashable {
    /// The number of reported keys.
    package var keys = 0
    /// The number of overridden keys.
    package var overrides = 0
    package var missing = 0
    package var incorrect = 0

    package init(keys: Int = 0, overrides: Int = 0, missing: Int = 0, incorrect: Int = 0) {
        self.keys = keys
        self.overrides = overrides
        self.missing = missing
        self.incorrect = incorrect
    }

    init(_ reported: [ReportedKey]) {
        keys = reported.count
        for key in reported {
            switch key.status {
            case .override: overrides += 1
            case .missing: missing += 1
            case .incorrect: incorrect += 1
            case .ok, .default, .undeclared, .unknown: break
            }
        }
    }
}

extension ReportedKey {
    /// Whether the app uses its own default.
    package var usesDefault: Bool {
        switch status {
        case .missing, .incorrect, .default, .unknown: true
        case .ok, .override, .undeclared: false
        }
    }

    /// Returns whether the app has this text. Of a long one, only the beginning and the length are known.
    package func holds(_ text: String) -> Bool {
        guard let value else { return false }
        guard let fullLength else { return value == text }
        return text.utf8.count == fullLength && text.utf8.starts(with: value.utf8)
    }

    /// The key as it will be in the app's next session; nil if nothing is pending.
    package var next: ReportedKey? {
        guard let pending else { return nil }
        return ReportedKey(name, status: status, value: pending, supplier: supplier, problem: problem)
    }

    /// The approximate size in memory in bytes.
    var cost: Int {
        MemoryLayout<ReportedKey>.stride + name.heapCost + (value?.heapCost ?? 0) + (problem?.heapCost ?? 0)
            + (pending?.heapCost ?? 0)
    }
}

extension String {
    /// The approximate size in bytes in addition to the value itself: a short text is stored in it, a longer one on the
    /// heap.
    var heapCost: Int { utf8.count > 15 ? utf8.count + 32 : 0 }
}

import ExperimentsCore
import Foundation

/// The time since which the source's value of each key has been the key's default, as far as the history goes back.
/// Filters use it to find stale keys.
public struct DefaultAges: Sendable {
    private let since: [String: Date]

    /// The ages without any information.
    package static let none = DefaultAges([:], keys: [], at: .distantPast)

    /// - Parameter values: the values of each name at the source, oldest first.
    package init(_ values: [String: [KeptValue]], keys: [CatalogKey], at now: Date) {
        since = Dictionary(
            keys.compactMap { key in
                let timeline = values[key.name].map { KeyTimeline(key.name, key, values: $0, at: now) }
                return timeline?.defaultSince.map { (key.name, $0.date) }
            }
        ) { first, _ in first }
    }

    package var isEmpty: Bool { since.isEmpty }

    /// Whether a row is of a key that is stale.
    ///
    /// - Parameter entry: what the source holds of it now, which may be newer than what was kept.
    func isStale(_ row: ReportRow, _ entry: Snapshot.Entry?, at now: Date, by rule: StaleRule = .usual) -> Bool {
        guard let date = since[row.name], now.timeIntervalSince(date) >= rule.unchanged.inSeconds else { return false }
        return KeyTimeline.isDefault(entry.map { KeptText($0.text, limit: .max) }, of: row.key)
    }
}

/// A request for the ages of a source's keys, which are read from the history.
public struct DefaultAgesRequest: Sendable {
    /// The name of the source, if there are several.
    package let source: String?
    private let keys: [CatalogKey]

    package init(source: String?, keys: [CatalogKey]) {
        (self.source, self.keys) = (source, keys)
    }

    /// Reads the ages as of a moment.
    ///
    /// - Throws: `FileProblem` if something cannot be read.
    package func read(_ values: ValueHistory?, at moment: Date) throws(FileProblem) -> DefaultAges {
        let kept = try values?.valuesByName() ?? [:]
        return DefaultAges(kept.mapValues { $0.filter { $0.moment.at <= moment } }, keys: keys, at: moment)
    }
}

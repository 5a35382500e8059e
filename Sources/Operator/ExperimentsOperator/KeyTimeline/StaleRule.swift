import ExperimentsCore
import Foundation

/// The rule by which a key is stale: it has not been changed for a long time, and its value is what the app would use
/// without it. It could be removed from the source and the app.
package struct StaleRule: Sendable, Hashable {
    /// The shortest time for which the value must have been the same, and the key's default.
    package var unchanged: Duration

    /// Ninety days, which is two or three releases of an app.
    package static let usual = StaleRule(unchanged: .seconds(90 * 86400))

    package init(unchanged: Duration) {
        self.unchanged = unchanged
    }
}

extension KeyTimeline {
    /// The time since when something is the case.
    package struct Beginning: Sendable, Hashable {
        package let date: Date
        /// Whether it may have been the case earlier, because nothing older is known.
        package let isLeast: Bool
    }

    /// The time since when the source has had its present value; nil if nothing is known.
    package var unchangedSince: Beginning? {
        current.map { Beginning(date: $0.from, isLeast: $0.isFirst) }
    }

    /// The time since when the source's value has been the key's default; nil if it is not.
    package var defaultSince: Beginning? {
        let periods = periods.reversed().prefix { isDefault($0.value) }
        return periods.last.map { Beginning(date: $0.from, isLeast: $0.isFirst) }
    }

    /// Returns whether a value is what the app would do without it: the instruction to use the default, or the default
    /// itself.
    package func isDefault(_ value: KeptText?) -> Bool { Self.isDefault(value, of: key) }

    static func isDefault(_ value: KeptText?, of key: CatalogKey?) -> Bool {
        switch value {
        case .appDefault: true
        case .whole(let text):
            key.flatMap { key in key.schema.defaultText.map { key.schema.areSame(text, $0) } } ?? false
        case .beginning, nil: false
        }
    }

    /// Returns whether the key is stale.
    package func isStale(at now: Date, by rule: StaleRule = .usual) -> Bool {
        // A default that was written in another way is the same default, so that its age is what counts.
        guard let defaultSince else { return false }
        return now.timeIntervalSince(defaultSince.date) >= rule.unchanged.inSeconds
    }
}

import ExperimentsCore
import Foundation

/// When a key is called stale: nobody has changed it for long, and it says what the app does without it, so that it may
/// go from the source and from the app.
package struct StaleRule: Sendable, Hashable {
    /// How long the value must have been the same, and the key's default, at the least.
    package var unchanged: Duration

    /// Ninety days: two or three releases of an app.
    package static let usual = StaleRule(unchanged: .seconds(90 * 86400))

    package init(unchanged: Duration) {
        self.unchanged = unchanged
    }
}

extension KeyTimeline {
    /// Since when something is so.
    package struct Beginning: Sendable, Hashable {
        package let date: Date
        /// Whether it may have been so before: nothing older is known.
        package let isLeast: Bool
    }

    /// Since when the source has the value that it has; nil where nothing is known.
    package var unchangedSince: Beginning? {
        current.map { Beginning(date: $0.from, isLeast: $0.isFirst) }
    }

    /// Since when the source's value means the key's default; nil where it does not.
    package var defaultSince: Beginning? {
        let periods = periods.reversed().prefix { isDefault($0.value) }
        return periods.last.map { Beginning(date: $0.from, isLeast: $0.isFirst) }
    }

    /// Whether a value is what the app does without it: the source says to use the default, or the default itself.
    package func isDefault(_ value: KeptText?) -> Bool { Self.isDefault(value, of: key) }

    static func isDefault(_ value: KeptText?, of key: CatalogKey?) -> Bool {
        switch value {
        case .appDefault: true
        case .whole(let text):
            key.flatMap { key in key.schema.defaultText.map { key.schema.areSame(text, $0) } } ?? false
        case .beginning, nil: false
        }
    }

    /// Whether the key is stale.
    package func isStale(at now: Date, by rule: StaleRule = .usual) -> Bool {
        // A default that was written in another way is the same default, so that its age is what counts.
        guard let defaultSince else { return false }
        return now.timeIntervalSince(defaultSince.date) >= rule.unchanged.inSeconds
    }
}

import Foundation

/// What decides, besides itself, whether an override is in force.
package struct OverrideCircumstances: Sendable {
    /// The time.
    package let now: Date
    /// What the source holds.
    package let snapshot: Snapshot
    /// When the latest fetch that succeeded began, if this program has made one.
    package let fetchedAt: Date?

    /// Circumstances.
    package init(now: Date, snapshot: Snapshot, fetchedAt: Date?) {
        self.now = now
        self.snapshot = snapshot
        self.fetchedAt = fetchedAt
    }
}

extension Override {
    /// Whether its time is over, or what it was to last for has happened.
    ///
    /// - Parameter name: the key's name.
    package func hasEnded(for name: String, in circumstances: OverrideCircumstances) -> Bool {
        if isExpired(at: circumstances.now) { return true }
        switch until {
        case nil: return false
        case .nextFetch:
            guard let fetchedAt = circumstances.fetchedAt else { return false }
            return setAt.map { fetchedAt > $0 } ?? true
        case .upstreamChange(let text):
            // Before the first fetch it is not known what the source holds.
            guard circumstances.snapshot.fetchedAt != nil else { return false }
            return circumstances.snapshot.entries[name]?.text != text
        }
    }

    /// Whether it takes the place of the source's value.
    ///
    /// - Parameter name: the key's name.
    package func isActive(for name: String, in circumstances: OverrideCircumstances) -> Bool {
        isEnabled && !hasEnded(for: name, in: circumstances)
    }
}

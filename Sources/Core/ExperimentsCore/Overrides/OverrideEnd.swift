import Foundation

/// An event that ends an override.
public enum OverrideEnd: Sendable, Hashable {
    /// The next successful fetch that begins after the override was set. It ends the override for the program that
    /// fetches.
    case nextFetch
    /// A change at the source: it no longer has this text, which it had when the override was set; nil if it had none.
    case upstreamChange(from: String?)
}

extension OverrideEnd {
    static let nextFetchWords = "next fetch"
    static let upstreamChangeWords = "upstream changes"

    /// The words for it in the overrides file, which an operator can also type.
    public var words: String {
        switch self {
        case .nextFetch: Self.nextFetchWords
        case .upstreamChange: Self.upstreamChangeWords
        }
    }
}

/// The facts, besides the override itself, that decide whether an override is active.
package struct OverrideCircumstances: Sendable {
    /// The time.
    package let now: Date
    /// The values of the source.
    package let snapshot: Snapshot
    /// The time at which the last successful fetch of this program began; nil if there was none.
    package let fetchedAt: Date?

    /// Creates the facts from the time and the source.
    package init(now: Date, snapshot: Snapshot, fetchedAt: Date?) {
        self.now = now
        self.snapshot = snapshot
        self.fetchedAt = fetchedAt
    }
}

extension Override {
    /// Returns whether the override has ended: its time is over, or the event that ends it has happened.
    ///
    /// - Parameter name: the name of the key.
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

    /// Returns whether the override is active: it is switched on and has not ended, so that it replaces the source's
    /// value.
    ///
    /// - Parameter name: the name of the key.
    package func isActive(for name: String, in circumstances: OverrideCircumstances) -> Bool {
        isEnabled && !hasEnded(for: name, in: circumstances)
    }
}

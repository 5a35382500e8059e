import Foundation

/// The end of an override as an operator types it: `2h`, `18:00`, a time in RFC 3339, `next fetch` or `upstream
/// changes`.
package enum OverrideExpiry: Sendable, Hashable {
    /// Never: the override stays until it is removed.
    case never
    /// At a time.
    case at(Date)
    /// With the next fetch.
    case nextFetch
    /// When the text at the source changes.
    case upstreamChange

    /// Reads a typed end.
    ///
    /// - Parameters:
    ///   - text: a length of time from `now`; a time of day, which means tomorrow if it is already over today; a day,
    ///     which means its beginning; a day and a time of day in local time, or with an offset; a time in RFC 3339;
    ///     `next fetch`; `upstream changes`; `never` or an empty text. A leading `until` is ignored.
    ///   - now: the time.
    ///   - localTime: the local time, for a time of day.
    /// - Throws: `MessageError` for any other text, and for a time that is over.
    package init(parsing text: String, now: Date, localTime: LocalTime) throws(MessageError) {
        let words = text.lowercased().split { $0 == " " || $0 == "-" }
        let word = words.drop { $0 == "until" }.joined(separator: " ")
        switch word {
        case "", "never": self = .never
        case OverrideEnd.nextFetchWords, "fetch": self = .nextFetch
        case OverrideEnd.upstreamChangeWords, "upstream change", "upstream": self = .upstreamChange
        default:
            let trimmed = text.drop { $0 == " " }
            let rest = trimmed.hasPrefix("until ") ? trimmed.dropFirst(6) : trimmed
            self = .at(try Self.time(rest.trimmingSpaces, now: now, localTime))
        }
    }

    /// Creates the end of an override.
    package init(of override: Override) {
        switch override.until {
        case .nextFetch: self = .nextFetch
        case .upstreamChange: self = .upstreamChange
        case nil: self = override.expiresAt.map(Self.at) ?? .never
        }
    }

    /// The text that an operator would type for it; empty for `never`.
    package var text: String {
        switch self {
        case .never: ""
        case .at(let date): RFC3339.text(of: date)
        case .nextFetch: OverrideEnd.nextFetchWords
        case .upstreamChange: OverrideEnd.upstreamChangeWords
        }
    }

    /// Sets it as the end of an override.
    ///
    /// - Parameters:
    ///   - override: the override to change.
    ///   - upstream: the current text at the source; nil if it has none.
    package func apply(to override: inout Override, upstream: String?) {
        override.expiresAt = nil
        override.until = nil
        switch self {
        case .never: break
        case .at(let date): override.expiresAt = date
        case .nextFetch: override.until = .nextFetch
        case .upstreamChange: override.until = .upstreamChange(from: upstream)
        }
    }

    private static func time(_ text: String, now: Date, _ localTime: LocalTime) throws(MessageError) -> Date {
        if let duration = DurationText.duration(from: text), duration > .zero {
            return now + duration.inSeconds
        }
        if let (hour, minute) = LocalTime.timeOfDay(text) {
            return localTime.next(hour: hour, minute: minute, after: now)
        }
        guard let date = RFC3339.date(from: text) ?? localTime.date(of: text) else {
            throw MessageError(
                "\(Quotation.of(text)): expected a duration (2h) or a time (18:00)",
                advice:
                    "For example 30m, 2h, 1d12h, 18:00, 2026-03-01, \"2026-03-01 09:30\", next-fetch or upstream-changes."
            )
        }
        guard date > now else {
            throw MessageError(
                "\(Quotation.of(text)): in the past", advice: "It is \(RFC3339.text(of: now)) now.")
        }
        return date
    }
}

extension StringProtocol {
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}

/// An event that ends an override.
public enum OverrideEnd: Sendable, Hashable {
    /// The next successful fetch that begins after the override was set. It ends the override for the program that
    /// fetches.
    case nextFetch
    /// A change at the source: it no longer has this text, which it had when the override was set; nil if it had none.
    case upstreamChange(from: String?)

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
            // Before the first fetch, the source's text is unknown.
            guard circumstances.snapshot.fetchedAt != nil else { return false }
            return !circumstances.snapshot.entries[name].flatMap(\.text).isExactly(text)
        }
    }

    /// Returns whether the override is active: it is turned on and has not ended, so that it replaces the source's
    /// value.
    ///
    /// - Parameter name: the name of the key.
    package func isActive(for name: String, in circumstances: OverrideCircumstances) -> Bool {
        isEnabled && !hasEnded(for: name, in: circumstances)
    }
}

import Foundation

/// Whether a source announces its changes the moment they happen.
public enum LiveStatus: Sendable, Hashable {
    /// It does not, or was not asked to. Values change only by fetching.
    case off
    /// The connection is being made.
    case connecting
    /// The connection is open. A change is announced within moments.
    case live
    /// The connection failed. Until the next attempt, if there is one, values change only by fetching.
    case interrupted(reason: String, nextTryAt: Date?)
    /// The source cannot announce changes, and no further attempt is made.
    case unavailable(reason: String)
}

extension LiveStatus {
    /// One word: `off`, `connecting`, `live`, `interrupted` or `unavailable`.
    public var word: String {
        switch self {
        case .off: "off"
        case .connecting: "connecting"
        case .live: "live"
        case .interrupted: "interrupted"
        case .unavailable: "unavailable"
        }
    }

    /// The reason why changes are not announced; nil in the other cases.
    public var reason: String? {
        switch self {
        case .off, .connecting, .live: nil
        case .interrupted(let reason, _), .unavailable(let reason): reason
        }
    }

    /// The time of the next attempt; nil if there is none.
    public var nextTryAt: Date? {
        if case .interrupted(_, let date) = self { date } else { nil }
    }
}

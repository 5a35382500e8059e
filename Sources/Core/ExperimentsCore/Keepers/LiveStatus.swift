import Foundation

/// Whether a source tells of its changes the moment they happen.
public enum LiveStatus: Sendable, Hashable {
    /// It doesn't, or was not asked to: values come by fetching.
    case off
    /// The connection is being made.
    case connecting
    /// A change is announced within moments.
    case live
    /// The connection failed; until the next try, if there is one, values come by fetching.
    case interrupted(reason: String, nextTryAt: Date?)
    /// The source won't announce changes, whatever is tried.
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

    /// Why changes are not announced, where something is in the way.
    public var reason: String? {
        switch self {
        case .off, .connecting, .live: nil
        case .interrupted(let reason, _), .unavailable(let reason): reason
        }
    }

    /// When the connection is tried again, if it is.
    public var nextTryAt: Date? {
        if case .interrupted(_, let date) = self { date } else { nil }
    }
}

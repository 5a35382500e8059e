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

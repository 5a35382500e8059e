import Foundation

/// Whether a fetch is under way.
public enum FetchActivity: Sendable, Hashable {
    case idle
    case running(since: Date)
}

import Foundation

/// Finds what to use for a user before anything is downloaded: the user's own last configuration, else the shared one,
/// else the bootstrapped one, else an empty one. Never that of another user.
struct FallbackChain: Sendable {
    struct Found: Sendable {
        var state: ActiveConfigState
        var origin: ActiveConfigOrigin
        var etag: String?
        var downloadedAt: Date?
        /// Why something earlier in the chain was passed over.
        var problems: [ActiveConfigStoreProblem]
    }

    let store: any ActiveConfigStore
    let bootstrapped: BootstrappedActiveConfig?

    func lastKnown(for userID: String?, at time: Date) -> Found {
        var found = Found(state: .empty(at: time), origin: .none, problems: [])
        for user in userID == nil ? [nil] : [userID, nil] {
            guard let kept = attempt(&found.problems, { try store.configuration(for: user) }) ?? nil else { continue }
            found.state = kept.state
            found.origin = user == userID ? .own : .shared
            found.etag = kept.etag
            found.downloadedAt = kept.downloadedAt
            return found
        }
        if let bootstrapped, let state = attempt(&found.problems, { try bootstrapped.state() }) {
            found.state = state
            found.origin = .bootstrapped
        }
        return found
    }

    private func attempt<Value>(
        _ problems: inout [ActiveConfigStoreProblem], _ read: () throws -> Value
    ) -> Value? {
        do {
            return try read()
        } catch {
            problems.append(ActiveConfigStoreProblem(error))
            return nil
        }
    }
}

/// Where the configuration in force comes from.
public enum ActiveConfigOrigin: String, Sendable, Hashable, CaseIterable {
    /// It was made for the current user: downloaded, now or in an earlier launch.
    case own
    /// It was made for no user in particular, and the current one has none of their own.
    case shared
    /// It was delivered with the app, and nothing else is known.
    case bootstrapped
    /// Nothing is known at all.
    case none
}

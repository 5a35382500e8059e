import Foundation

/// Finds the configuration of a user before anything is downloaded: their own last one, otherwise the shared one, otherwise
/// the bootstrapped one, otherwise an empty one. Never that of another user.
struct FallbackChain: Sendable {
    struct Found: Sendable {
        var state: ActiveConfigState
        var origin: ActiveConfigOrigin
        var etag: String?
        var downloadedAt: Date?
        /// Why configurations earlier in this order could not be used.
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

/// The origin of the configuration in force.
public enum ActiveConfigOrigin: String, Sendable, Hashable, CaseIterable {
    /// It was made for the current user, and downloaded or applied in this launch or an earlier one.
    case own
    /// It was made for no user in particular; the current user has none of their own.
    case shared
    /// It was delivered with the app; the store has neither an own nor a shared one.
    case bootstrapped
    /// There is none: the configuration in force is empty.
    case none
}

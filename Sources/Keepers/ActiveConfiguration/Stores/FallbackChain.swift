import ExperimentsCore
import ExperimentsLocks
import Foundation

/// Finds the configuration of a user before anything is downloaded: their own last one, otherwise the shared one, otherwise
/// the bootstrapped one, otherwise an empty one. Never that of another user.
struct FallbackChain: Sendable {
    let store: any ActiveConfigStore
    let bootstrapped: BootstrappedActiveConfig?

    func lastKnown(for userID: String?, at time: Date, revision: Int = 0) -> CurrentActiveConfig {
        var problems: [ActiveConfigStoreProblem] = []
        func found(
            _ state: ActiveConfigState, _ origin: ActiveConfigOrigin, _ stored: StoredActiveConfig? = nil
        ) -> CurrentActiveConfig {
            CurrentActiveConfig(
                state: state, userID: userID, origin: origin, etag: stored?.etag,
                downloadedAt: stored?.downloadedAt,
                revision: revision, problems: problems, isStored: origin == .own)
        }
        for user in userID == nil ? [nil] : [userID, nil] {
            guard let stored = attempt(&problems, { try store.configuration(for: user) }) ?? nil else {
                continue
            }
            return found(stored.state, user == userID ? .own : .shared, stored)
        }
        if let bootstrapped, let state = attempt(&problems, { try bootstrapped.state() }) {
            return found(state, .bootstrapped)
        }
        return found(.empty(at: time), .none)
    }

    private func attempt<Value>(_ problems: inout [ActiveConfigStoreProblem], _ read: () throws -> Value)
        -> Value?
    {
        do {
            return try read()
        } catch {
            problems.append(ActiveConfigStoreProblem(error))
            return nil
        }
    }
}

/// The current configuration at one moment, with its user and its origin.
public struct CurrentActiveConfig: Sendable {
    /// The content of the configuration.
    public let state: ActiveConfigState
    /// The user it is active for; nil for no user in particular.
    public let userID: String?
    /// The origin of the configuration.
    public let origin: ActiveConfigOrigin
    /// The server's entity tag for it; nil if it was not downloaded or the server gave none.
    public let etag: String?
    /// The time of the download, in this launch or an earlier one; nil if it was not downloaded.
    public let downloadedAt: Date?
    /// The number of changes before this one in the same `ActiveConfig`: the greater number is the newer configuration.
    public let revision: Int
    /// The reasons why the preferred configurations could not be used.
    public let problems: [ActiveConfigStoreProblem]

    /// Whether the store holds it as the user's own. If it could not be stored, the next download tries again.
    var isStored: Bool
}

/// The origin of the current configuration.
public enum ActiveConfigOrigin: String, Sendable, Hashable, CaseIterable {
    /// The configuration is for the current user, and was downloaded or applied in this launch or an earlier one.
    case own
    /// The configuration is for all users; there is none for the current user.
    case shared
    /// The configuration is included in the app; the store contains neither the user's nor a shared one.
    case bootstrapped
    /// There is none: the current configuration is empty.
    case none
}

/// The configuration that is included in an app, for users without a downloaded one.
///
/// It is read once, when it is first needed. If that fails, the next use tries again.
public final class BootstrappedActiveConfig: Sendable {
    private let read: @Sendable () throws -> ActiveConfigState
    private let loaded = Mutex<ActiveConfigState?>(nil)

    /// Creates a configuration that `read` reads when it is first needed. `read` must use neither this object nor an
    /// `ActiveConfig` with this object: both hold a lock during the call.
    public init(reading read: @escaping @Sendable () throws -> ActiveConfigState) {
        self.read = read
    }

    /// Creates a configuration from the JSON file at `path`, for example in the app's bundle.
    public convenience init(path: String) {
        self.init {
            do {
                let state = try ActiveConfigState(parsing: try FileBytes.read(path))
                guard state.sectionNames.isEmpty else { return state }
                throw ActiveConfigStoreProblem("it has no sections")
            } catch let problem as FileProblem {
                throw ActiveConfigStoreProblem("the bootstrapped configuration cannot be read: \(problem)")
            } catch {
                throw ActiveConfigStoreProblem(
                    "the bootstrapped configuration \(path) cannot be used: \(error)")
            }
        }
    }

    /// Creates a configuration from content that was read already.
    public convenience init(_ state: ActiveConfigState) {
        self.init { state }
    }

    /// Whether it was read.
    public var isLoaded: Bool { loaded.withLock { $0 != nil } }

    /// Returns the configuration, and reads it if that was not done before.
    ///
    /// - Throws: why it cannot be read.
    public func state() throws -> ActiveConfigState {
        try loaded.withLock { loaded in
            if let loaded { return loaded }
            let state = try read()
            loaded = state
            return state
        }
    }
}

import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation

/// The listeners for changes, the announced versions, and the stream, which is open while there are listeners.
final class RealtimeChannel: Sendable {
    private struct State {
        var listeners: Set<Int> = []
        var updateListeners: Set<Int> = []
        var nextID = 0
        var announced: Int64?
        /// Whether announced versions are being fetched for the listeners.
        var isFollowing = false
        /// Whether the last fetch could not reach the service.
        var isAway = false
    }

    /// The updates that were fetched after an announcement, and the errors.
    let updates = Observers<Result<RemoteConfigUpdate, RealtimeError>>()
    /// The versions that were announced.
    let announcements = Observers<Int64>()
    private let follower: StreamFollower
    private let state = Mutex(State())
    private let subscription: ObservationHandle

    init(in surroundings: StreamFollower.Surroundings) {
        follower = StreamFollower(in: surroundings)
        subscription = follower.statuses.add { [updates] status in
            if let error = RealtimeError(status) { updates.notify(.failure(error)) }
        }
    }

    /// The states of the stream.
    var statuses: Observers<LiveStatus> { follower.statuses }

    var status: LiveStatus { follower.status }

    /// The highest version that was announced and has not been fetched yet.
    var announced: Int64? { state.withLock(\.announced) }

    /// Keeps the stream open until the returned handle is cancelled or released. A stream that was given up is opened
    /// again.
    ///
    /// - Parameter stream: opens and reads the stream.
    func listen(
        forUpdates: Bool, _ observation: ObservationHandle, _ rules: StreamRetry.Rules,
        _ stream: @escaping StreamFollower.Connection
    ) -> ObservationHandle {
        let id = state.withLock { state in
            state.nextID += 1
            state.listeners.insert(state.nextID)
            if forUpdates { state.updateListeners.insert(state.nextID) }
            return state.nextID
        }
        follower.follow("realtime", .anew, rules, stream)
        return ObservationHandle { [weak self] in
            observation.cancel()
            self?.leave(id)
        }
    }

    private func leave(_ id: Int) {
        let isLast = state.withLock { state in
            state.updateListeners.remove(id)
            return state.listeners.remove(id) != nil && state.listeners.isEmpty
        }
        if isLast { follower.stop { state.withLock { !$0.listeners.isEmpty } } }
    }

    /// Notes whether a fetch reached the service. If it is reachable again, a stream that waits for that is opened
    /// immediately.
    func noteFetch(reached: Bool) {
        let isBack = state.withLock { state in
            defer { state.isAway = !reached }
            return reached && state.isAway
        }
        if isBack, follower.isUnreachable { reconnect() }
    }

    /// Opens the stream again immediately, if it waits or was given up.
    func reconnect() {
        follower.resume(.immediate)
    }

    /// Notes an announced version. Returns false if it, or a later one, has already been fetched.
    func announce(_ version: Int64, fetched: Int64?) -> Bool {
        state.withLock { state in
            guard version > fetched ?? -1 else { return false }
            state.announced = max(version, state.announced ?? version)
            return true
        }
    }

    /// Returns whether the caller must start fetching announced versions: there are listeners, and no other task is
    /// fetching yet. This way, a service that announces continuously does not start a task for each announcement.
    func beginFollowing() -> Bool {
        state.withLock { state in
            guard !state.updateListeners.isEmpty, !state.isFollowing else { return false }
            state.isFollowing = true
            return true
        }
    }

    /// Ends the fetching, unless there is more to fetch.
    func endFollowing() -> Bool {
        state.withLock { state in
            state.isFollowing = state.announced != nil
            return !state.isFollowing
        }
    }

    /// Discards the announcements up to a version, because it was fetched or cannot be fetched. Returns whether there
    /// were any.
    func settle(_ version: Int64) -> Bool {
        state.withLock { state in
            guard let announced = state.announced, announced <= version else { return false }
            state.announced = nil
            return true
        }
    }
}

/// An update that a client fetched because the service announced a new template. It is not in use until `activate()`.
public struct RemoteConfigUpdate: Sendable, Hashable {
    /// The parameters that differ from those in use: added, removed, with another value, or with another experiment,
    /// rollout or personalization. Never empty.
    public let updatedKeys: Set<String>
    /// The version of the template; nil if the service did not send it.
    public let templateVersion: Int64?

    /// Creates an update.
    public init(updatedKeys: Set<String>, templateVersion: Int64? = nil) {
        self.updatedKeys = updatedKeys
        self.templateVersion = templateVersion
    }
}

/// An error while a client listens for changes. The values in use do not change.
public enum RealtimeError: Error, Sendable, Hashable, OperatorError {
    /// The stream failed. The next attempt is at `nextTry`.
    case stream(reason: String, nextTry: Date?)
    /// A new template was announced, but no fetch returned it. A later announcement or fetch may.
    case notFetched(announced: Int64, reason: String)
    /// The service sent something that is not a message. The stream continues.
    case messageInvalid(String)
    /// The service does not announce changes. The stream ends until there is a new listener.
    case unavailable(reason: String)
}

extension RealtimeError {
    /// Creates the error that a state of the stream means; nil if it means none.
    init?(_ status: LiveStatus) {
        switch status {
        case .off, .connecting, .live: return nil
        case .interrupted(let reason, let nextTry): self = .stream(reason: reason, nextTry: nextTry)
        case .unavailable(let reason): self = .unavailable(reason: reason)
        }
    }
}

extension RealtimeError: CustomStringConvertible, LocalizedError {
    /// The reason in words, for a log.
    public var description: String {
        switch self {
        case .stream(let reason, let nextTry):
            "live updates were lost: \(reason)"
                + (nextTry.map { "; next try at \(RFC3339.text(of: $0))" } ?? "")
        case .notFetched(let announced, let reason):
            "version \(announced) of the template was announced and could not be fetched: \(reason)"
        case .messageInvalid(let problem): "invalid message in the realtime stream: \(problem)"
        case .unavailable(let reason): "no live updates: \(reason)"
        }
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}

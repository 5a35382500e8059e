import ExperimentsCore
import ExperimentsLocks
import Foundation

/// The listeners for changes, the announced versions, and the state of the stream, which is open while there are
/// listeners.
final class RealtimeChannel: Sendable {
    private struct State {
        var listeners: Set<Int> = []
        var updateListeners: Set<Int> = []
        var nextID = 0
        var running: Task<Void, Never>?
        /// The number of the current run of the stream. A run that was ended reports nothing more.
        var run = 0
        var status = LiveStatus.off
        var announced: Int64?
        /// Whether announced versions are being fetched for the listeners.
        var isFollowing = false
        /// Whether the stream waits only because of the network, and not at the request of the service.
        var mayHurry = false
        /// Whether the last fetch could not reach the service.
        var isAway = false
    }

    /// The updates that were fetched after an announcement, and the errors.
    let updates = Observers<Result<RemoteConfigUpdate, RealtimeError>>()
    /// The versions that were announced.
    let announcements = Observers<Int64>()
    /// The states of the stream.
    let statuses = Observers<LiveStatus>()
    private let state = Mutex(State())

    var status: LiveStatus { state.withLock(\.status) }

    /// The highest version that was announced and has not been fetched yet.
    var announced: Int64? { state.withLock(\.announced) }

    /// Keeps the stream open until the returned handle is cancelled or released.
    ///
    /// - Parameter stream: opens and reads the stream until it is cancelled. Its argument is the number of the run.
    func listen(
        forUpdates: Bool, _ observation: ObservationHandle, _ stream: @escaping @Sendable (Int) async -> Void
    ) -> ObservationHandle {
        let id = state.withLock { state in
            state.nextID += 1
            state.listeners.insert(state.nextID)
            if forUpdates { state.updateListeners.insert(state.nextID) }
            if state.running == nil { start(stream, &state) }
            return state.nextID
        }
        statuses.deliver()
        return ObservationHandle { [weak self] in
            observation.cancel()
            self?.leave(id)
        }
    }

    /// Notes whether a fetch reached the service. Returns true if the service is reachable again, so that a stream need
    /// not wait for it any longer.
    func noteFetch(reached: Bool) -> Bool {
        state.withLock { state in
            defer { state.isAway = !reached }
            guard reached, state.isAway, case .interrupted = state.status else { return false }
            return state.mayHurry
        }
    }

    /// Opens the stream again immediately, if it waits or has given up.
    func restart(_ stream: @escaping @Sendable (Int) async -> Void) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard !state.listeners.isEmpty else { return nil }
            switch state.status {
            case .connecting, .live: return nil
            case .off, .interrupted, .unavailable:
                let task = state.running
                start(stream, &state)
                return task
            }
        }
        task?.cancel()
        statuses.deliver()
    }

    private func start(_ stream: @escaping @Sendable (Int) async -> Void, _ state: inout State) {
        state.run += 1
        let run = state.run
        statuses.enqueue(.connecting, replacing: &state.status)
        state.running = Task.detached { await stream(run) }
    }

    private func leave(_ id: Int) {
        let task = state.withLock { state -> Task<Void, Never>? in
            state.updateListeners.remove(id)
            guard state.listeners.remove(id) != nil, state.listeners.isEmpty else { return nil }
            defer { state.running = nil }
            state.run += 1
            statuses.enqueue(.off, replacing: &state.status)
            return state.running
        }
        task?.cancel()
        statuses.deliver()
    }

    /// Reports the state of the stream, unless the run was ended in the meantime.
    ///
    /// - Parameter mayHurry: whether a waiting stream may be opened early.
    func report(_ status: LiveStatus, of run: Int, mayHurry: Bool = false) {
        state.withLock { state in
            guard state.run == run else { return }
            state.mayHurry = mayHurry
            if case .unavailable = status { state.running = nil }
            statuses.enqueue(status, replacing: &state.status)
        }
        statuses.deliver()
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

extension RealtimeError: CustomStringConvertible, LocalizedError {
    /// The reason in words, for a log.
    public var description: String {
        switch self {
        case .stream(let reason, let nextTry):
            "live updates were lost: \(reason)" + (nextTry.map { "; next try at \(RFC3339.text(of: $0))" } ?? "")
        case .notFetched(let announced, let reason):
            "version \(announced) of the template was announced and could not be fetched: \(reason)"
        case .messageInvalid(let problem): "invalid message in the realtime stream: \(problem)"
        case .unavailable(let reason): "no live updates: \(reason)"
        }
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}

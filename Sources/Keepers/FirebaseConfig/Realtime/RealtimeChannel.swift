import ExperimentsCore
import Locks

/// Who listens for changes, what was announced, and how the stream is: it runs while somebody listens.
final class RealtimeChannel: Sendable {
    private struct State {
        var listeners: Set<Int> = []
        var updateListeners: Set<Int> = []
        var nextID = 0
        var running: Task<Void, Never>?
        /// Counts the runs of the stream, so that one that was ended says nothing any more.
        var run = 0
        var status = LiveStatus.off
        var announced: Int64?
        /// Whether what is announced is being fetched for the listeners.
        var isFollowing = false
        /// Whether the stream waits because of the network alone, and not because the service asked it to.
        var mayHurry = false
        /// Whether the service could not be reached by the last fetch.
        var isAway = false
    }

    /// What was fetched because of a notice, or what went wrong.
    let updates = Observers<Result<RemoteConfigUpdate, RealtimeError>>()
    /// The versions that were announced.
    let announcements = Observers<Int64>()
    /// How the stream is.
    let statuses = Observers<LiveStatus>()
    private let state = Mutex(State())

    var status: LiveStatus { state.withLock(\.status) }

    /// The highest version that was announced and is not here yet.
    var announced: Int64? { state.withLock(\.announced) }

    /// Keeps the stream open for as long as the result is kept.
    ///
    /// - Parameter stream: opens and reads it until it is cancelled; it is given the number of its run.
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

    /// Notes whether a fetch reached the service. True where the service is back, and a stream that waits for it need
    /// not wait any longer.
    func noteFetch(reached: Bool) -> Bool {
        state.withLock { state in
            defer { state.isAway = !reached }
            guard reached, state.isAway, case .interrupted = state.status else { return false }
            return state.mayHurry
        }
    }

    /// Opens the stream anew at once where it waits or has given up.
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
        set(.connecting, &state)
        state.running = Task.detached { await stream(run) }
    }

    private func leave(_ id: Int) {
        let task = state.withLock { state -> Task<Void, Never>? in
            state.updateListeners.remove(id)
            guard state.listeners.remove(id) != nil, state.listeners.isEmpty else { return nil }
            defer { state.running = nil }
            state.run += 1
            set(.off, &state)
            return state.running
        }
        task?.cancel()
        statuses.deliver()
    }

    /// Tells of the stream's state, unless the run was ended meanwhile.
    ///
    /// - Parameter mayHurry: whether a stream that waits may be opened before its time.
    func report(_ status: LiveStatus, of run: Int, mayHurry: Bool = false) {
        state.withLock { state in
            guard state.run == run else { return }
            state.mayHurry = mayHurry
            if case .unavailable = status { state.running = nil }
            set(status, &state)
        }
        statuses.deliver()
    }

    private func set(_ status: LiveStatus, _ state: inout State) {
        guard state.status != status else { return }
        state.status = status
        statuses.enqueue(status)
    }

    /// Notes that a version is out. False where it, or a later one, is here already.
    func announce(_ version: Int64, fetched: Int64?) -> Bool {
        state.withLock { state in
            guard version > fetched ?? -1 else { return false }
            state.announced = max(version, state.announced ?? version)
            return true
        }
    }

    /// Whether somebody must begin to fetch what is announced: listeners want it, and nobody does yet. A service that
    /// announces without end must not start a task for each notice.
    func beginFollowing() -> Bool {
        state.withLock { state in
            guard !state.updateListeners.isEmpty, !state.isFollowing else { return false }
            state.isFollowing = true
            return true
        }
    }

    /// Ends it, unless there is something more to fetch.
    func endFollowing() -> Bool {
        state.withLock { state in
            state.isFollowing = state.announced != nil
            return !state.isFollowing
        }
    }

    /// Forgets what was announced up to a version, because it is here or won't come. Whether there was any.
    func settle(_ version: Int64) -> Bool {
        state.withLock { state in
            guard let announced = state.announced, announced <= version else { return false }
            state.announced = nil
            return true
        }
    }
}

import ExperimentsLocks

/// The open realtime streams of a project. Safe to use from any thread.
final class RealtimeHub: Sendable {
    private struct Entry {
        let installation: String
        weak var subscription: RealtimeSubscription?
    }

    private let state = Mutex((entries: [UInt64: Entry](), opened: UInt64(0)))

    /// The number of open streams.
    var count: Int { state.withLock { $0.entries.count } }

    /// Opens a stream for an installation that knows `version`. It stays open as long as the result is retained.
    func open(_ installation: String, knowing version: Int64) -> RealtimeSubscription {
        state.withLock { state in
            state.opened += 1
            let number = state.opened
            let subscription = RealtimeSubscription(knowing: version) { [weak self] in self?.close(number) }
            state.entries[number] = Entry(installation: installation, subscription: subscription)
            return subscription
        }
    }

    /// Sends on every open stream the message that `message` returns for its installation.
    func send(_ message: (_ installation: String) -> RealtimeMessage) {
        for entry in entries { entry.subscription?.send(message(entry.installation)) }
    }

    /// Ends every open stream, with a last message if given.
    func endAll(with message: RealtimeMessage?) {
        for entry in entries { entry.subscription?.end(with: message) }
    }

    private var entries: [Entry] { state.withLock { Array($0.entries.values) } }

    private func close(_ number: UInt64) {
        state.withLock { $0.entries[number] = nil }
    }
}

/// The messages that a realtime stream still has to send.
final class RealtimeSubscription: Sendable {
    private struct State {
        var latestVersion: Int64
        var ending: Ending?
        var deadline: Task<Void, Never>?
    }

    /// How the stream ends.
    private enum Ending {
        case onceAllIsSaid
        /// With this message instead of the pending ones.
        case with(RealtimeMessage)
        case done
    }

    private let state: Mutex<State>
    /// Only the newest version matters.
    private let (messages, writer) = AsyncStream.makeStream(
        of: RealtimeMessage.self, bufferingPolicy: .bufferingNewest(64))
    private let onEnd: @Sendable () -> Void

    /// Creates a subscription of a client that knows `version`.
    init(knowing version: Int64, onEnd: @escaping @Sendable () -> Void) {
        state = Mutex(State(latestVersion: version))
        self.onEnd = onEnd
    }

    deinit {
        state.withLock { $0.deadline }?.cancel()
        onEnd()
    }

    /// Sends `message`, unless it announces a version that is not newer than the known one.
    func send(_ message: RealtimeMessage) {
        // Send under the lock, so that versions are sent in the order in which they were found to be newer.
        state.withLock { state in
            if case .latestVersion(let version) = message {
                guard version > state.latestVersion else { return }
                state.latestVersion = version
            }
            writer.yield(message)
        }
    }

    /// Ends the stream once everything pending is sent, or with `message` instead.
    func end(with message: RealtimeMessage? = nil) {
        state.withLock { $0.ending = $0.ending ?? message.map(Ending.with) ?? .onceAllIsSaid }
        writer.finish()
    }

    /// Ends the stream after `lifetime`, which replaces an earlier one.
    func end(after lifetime: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        let task = Task { [weak self] in
            guard (try? await sleep(lifetime)) != nil else { return }
            self?.end()
        }
        let earlier = state.withLock { state in
            let earlier = state.deadline
            state.deadline = task
            return earlier
        }
        earlier?.cancel()
    }

    /// Returns the next message; nil at the end, and when the reading task is cancelled.
    func next() async -> RealtimeMessage? {
        var iterator = messages.makeAsyncIterator()
        let message = await iterator.next()
        return state.withLock { state in
            switch state.ending {
            case .onceAllIsSaid, nil: return message
            case .with(let last):
                state.ending = .done
                return last
            case .done: return nil
            }
        }
    }
}

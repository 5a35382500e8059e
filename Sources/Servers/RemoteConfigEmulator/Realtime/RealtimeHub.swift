import Locks

/// The realtime streams of a project that are open. Safe to use from any thread.
final class RealtimeHub: Sendable {
    private struct Entry {
        let installation: String
        weak var subscription: RealtimeSubscription?
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        var opened: UInt64 = 0
    }

    private let state = Mutex(State())

    /// How many streams are open.
    var count: Int { state.withLock { $0.entries.count } }

    /// A stream for an installation that knows of `version`. It is open for as long as somebody holds it.
    func open(_ installation: String, knowing version: Int64) -> RealtimeSubscription {
        state.withLock { state in
            state.opened += 1
            let number = state.opened
            let subscription = RealtimeSubscription(knowing: version) { [weak self] in self?.close(number) }
            state.entries[number] = Entry(installation: installation, subscription: subscription)
            return subscription
        }
    }

    /// Says on every open stream what `message` gives for its installation.
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

import Synchronization

/// The realtime streams of a project that are open. Safe to use from any thread.
final class RealtimeHub: Sendable {
    private struct Entry {
        weak var subscription: RealtimeSubscription?
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        var opened: UInt64 = 0
    }

    private let state = Mutex(State())

    /// How many streams are open.
    var count: Int { state.withLock { $0.entries.count } }

    /// A stream for a client that knows of `version`. It is open for as long as somebody holds it.
    func open(knowing version: Int64) -> RealtimeSubscription {
        state.withLock { state in
            state.opened += 1
            let number = state.opened
            let subscription = RealtimeSubscription(knowing: version) { [weak self] in self?.close(number) }
            state.entries[number] = Entry(subscription: subscription)
            return subscription
        }
    }

    /// Says `message` on every open stream.
    func send(_ message: RealtimeMessage) {
        for subscription in subscriptions { subscription.send(message) }
    }

    /// Ends every open stream, with a last message if given.
    func endAll(with message: RealtimeMessage?) {
        for subscription in subscriptions { subscription.end(with: message) }
    }

    private var subscriptions: [RealtimeSubscription] {
        state.withLock { $0.entries.values.compactMap(\.subscription) }
    }

    private func close(_ number: UInt64) {
        state.withLock { $0.entries[number] = nil }
    }
}

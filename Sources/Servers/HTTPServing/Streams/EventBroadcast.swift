import ExperimentsTransport
import Locks

/// Event streams that all say the same. Safe to use from any thread.
///
/// What is said is encoded once, however many listen.
package final class EventBroadcast: Sendable {
    private struct Entry {
        weak var subscription: EventSubscription?
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        var opened: UInt64 = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    /// How many streams are open.
    package var count: Int { state.withLock { $0.entries.count } }

    /// Opens a stream, which stays open for as long as somebody holds it.
    ///
    /// - Parameter first: what it says before anything else. Called while nothing can be sent, so that what is sent is
    ///   either known to it or said after it.
    package func open(_ first: () -> [[UInt8]]) -> EventSubscription {
        state.withLock { state in
            state.opened += 1
            let number = state.opened
            let subscription = EventSubscription(first()) { [weak self] in self?.forget(number) }
            if state.isClosed { subscription.end() }
            state.entries[number] = Entry(subscription: subscription)
            return subscription
        }
    }

    /// Says something on every stream.
    package func send(_ piece: [UInt8]) {
        for entry in entries { entry.subscription?.send(piece) }
    }

    /// Ends every stream, and those that are opened from now on.
    package func close() {
        let entries = state.withLock { state in
            state.isClosed = true
            return Array(state.entries.values)
        }
        for entry in entries { entry.subscription?.end() }
    }

    private var entries: [Entry] { state.withLock { Array($0.entries.values) } }

    private func forget(_ number: UInt64) {
        state.withLock { $0.entries[number] = nil }
    }
}

extension ServedResponse {
    /// An answer that stays open and says what `subscription` does.
    package static func events(_ subscription: EventSubscription) -> ServedResponse {
        ServedResponse(
            status: 200,
            headers: [
                // Proxies that gather what they hand on are asked not to.
                "content-type": "text/event-stream", "cache-control": "no-cache, no-transform",
                "x-accel-buffering": "no",
            ], stream: subscription)
    }
}

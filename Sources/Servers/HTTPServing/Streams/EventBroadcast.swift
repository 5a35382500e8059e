import ExperimentsTransport
import Locks

/// Event streams with the same content. Safe to use from any thread.
///
/// Each event is encoded once, however many clients listen.
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

    /// The number of open streams.
    package var count: Int { state.withLock { $0.entries.count } }

    /// Opens a stream, which stays open for as long as the result is retained.
    ///
    /// - Parameter first: returns the first pieces. Nothing can be sent while it runs, so every piece is either known
    ///   to it or sent after it.
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

    /// Sends a piece on every stream.
    package func send(_ piece: [UInt8]) {
        for entry in entries { entry.subscription?.send(piece) }
    }

    /// Ends every stream, including those that are opened from now on.
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
    /// Returns an answer that stays open and sends what `subscription` gets.
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

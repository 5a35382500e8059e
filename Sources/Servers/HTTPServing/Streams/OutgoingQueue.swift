import Locks

/// The elements that an event stream has yet to send. It has one reader; writers may be on any thread.
package final class OutgoingQueue<Element: Sendable>: Sendable {
    /// What happens if the largest number of elements is waiting.
    package enum Overflow: Sendable {
        /// The stream ends without sending the waiting elements. The client reconnects and gets the complete state.
        case ending
        /// The oldest is dropped, because only the newest matters.
        case droppingOldest
    }

    private struct State {
        var pending: [Element]
        var isEnded = false
        var reader: CheckedContinuation<Element?, Never>?
    }

    private let state: Mutex<State>
    private let limit: Int
    private let overflow: Overflow

    /// - Parameters:
    ///   - first: the elements to send at once.
    ///   - limit: the largest number of elements that may wait for a slow client.
    package init(_ first: [Element] = [], limit: Int, overflow: Overflow) {
        state = Mutex(State(pending: first))
        (self.limit, self.overflow) = (limit, overflow)
    }

    /// Sends an element, unless the stream has ended.
    package func send(_ element: Element) {
        let reader = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            guard !state.isEnded else { return nil }
            if let reader = state.reader.take() { return reader }
            if state.pending.count >= limit {
                switch overflow {
                case .ending:
                    state.isEnded = true
                    state.pending = []
                    return nil
                case .droppingOldest: state.pending.removeFirst()
                }
            }
            state.pending.append(element)
            return nil
        }
        reader?.resume(returning: element)
    }

    /// Ends the stream after the waiting elements are sent, or with `last` instead of them.
    package func end(with last: Element? = nil) {
        let reader = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            guard !state.isEnded else { return nil }
            state.isEnded = true
            if state.reader == nil, let last { state.pending = [last] }
            return state.reader.take()
        }
        reader?.resume(returning: last)
    }

    /// Returns the next element; nil at the end, and if the reading task is cancelled.
    package func next() async -> Element? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> Element?? in
                    if !state.pending.isEmpty { return .some(state.pending.removeFirst()) }
                    if state.isEnded { return .some(nil) }
                    state.reader = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            end()
        }
    }
}

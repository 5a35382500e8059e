import Synchronization

/// The pieces that one event stream has yet to send. It has one reader; writers may be on any thread.
package final class EventSubscription: AsyncSequence, Sendable {
    private struct State {
        var pending: [[UInt8]]
        var isEnded = false
        var reader: CheckedContinuation<[UInt8]?, Never>?
    }

    /// How many pieces may wait for a client that does not read. Its stream ends with more of them: it comes back and is
    /// told the whole.
    private static let pendingLimit = 256

    private let state: Mutex<State>
    private let onEnd: @Sendable () -> Void

    init(_ first: [[UInt8]], onEnd: @escaping @Sendable () -> Void) {
        state = Mutex(State(pending: first))
        self.onEnd = onEnd
    }

    deinit {
        onEnd()
    }

    /// Says something on this stream alone.
    package func send(_ piece: [UInt8]) {
        let reader = state.withLock { state -> CheckedContinuation<[UInt8]?, Never>? in
            guard !state.isEnded else { return nil }
            if let reader = state.reader.take() { return reader }
            guard state.pending.count < Self.pendingLimit else {
                state.isEnded = true
                state.pending = []
                return nil
            }
            state.pending.append(piece)
            return nil
        }
        reader?.resume(returning: piece)
    }

    /// Ends the stream once everything pending is said.
    package func end() {
        let reader = state.withLock { state -> CheckedContinuation<[UInt8]?, Never>? in
            state.isEnded = true
            return state.reader.take()
        }
        reader?.resume(returning: nil)
    }

    /// The next piece; nil at the end, and when the reading task is cancelled.
    fileprivate func next() async -> [UInt8]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> [UInt8]?? in
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

    /// The pieces, to be read once.
    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: self) }

    /// Reads the pieces.
    package struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        fileprivate let subscription: EventSubscription

        /// The next piece; nil at the end.
        package mutating func next() async -> [UInt8]? { await subscription.next() }

        /// The next piece; nil at the end.
        package mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> [UInt8]? {
            await subscription.next()
        }
    }
}

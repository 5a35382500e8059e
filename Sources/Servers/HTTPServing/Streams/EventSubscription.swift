/// The pieces that one event stream has yet to send, to be read once.
package final class EventSubscription: AsyncSequence, Sendable {
    private let queue: OutgoingQueue<[UInt8]>
    private let onEnd: @Sendable () -> Void

    init(_ first: [[UInt8]], onEnd: @escaping @Sendable () -> Void) {
        queue = OutgoingQueue(first, limit: 256, overflow: .ending)
        self.onEnd = onEnd
    }

    deinit {
        onEnd()
    }

    /// Says something on this stream alone.
    package func send(_ piece: [UInt8]) { queue.send(piece) }

    /// Ends the stream once everything pending is said.
    package func end() { queue.end() }

    fileprivate func next() async -> [UInt8]? { await queue.next() }

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

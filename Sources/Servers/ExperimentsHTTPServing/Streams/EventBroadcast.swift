import ExperimentsLocks
import ExperimentsTransport

/// Event streams with the same content. Safe to use from any thread.
///
/// Each event is encoded once, however many clients listen.
package final class EventBroadcast: Sendable {
    /// The maximum number of pieces waiting for a client. One more ends its stream; the client reconnects, and gets the
    /// whole state.
    private static let limit = 256

    private let state = Mutex(
        (open: [UInt64: EventSubscription.Writer](), opened: UInt64(0), isClosed: false))

    package init() {}

    /// The number of open streams.
    package var count: Int { state.withLock { $0.open.count } }

    /// Opens a stream, which stays open as long as the result is retained.
    ///
    /// - Parameter first: returns the first pieces. Nothing can be sent while it runs, so every piece is either known
    ///   to it or sent after it.
    package func open(_ first: () -> [[UInt8]]) -> EventSubscription {
        let (pieces, writer) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(Self.limit))
        let isClosed = state.withLock { state in
            for piece in first() { writer.yield(piece) }
            guard !state.isClosed else { return true }
            state.opened += 1
            let number = state.opened
            state.open[number] = writer
            writer.onTermination = { [weak self] _ in self?.forget(number) }
            return false
        }
        if isClosed { writer.finish() }
        return EventSubscription(pieces: pieces, writer: writer)
    }

    /// Sends a piece on every stream.
    package func send(_ piece: [UInt8]) {
        for writer in state.withLock({ Array($0.open.values) }) {
            if case .dropped = writer.yield(piece) { writer.finish() }
        }
    }

    /// Ends every stream, including those that are opened from now on.
    package func close() {
        let open = state.withLock { state in
            state.isClosed = true
            return Array(state.open.values)
        }
        for writer in open { writer.finish() }
    }

    private func forget(_ number: UInt64) {
        state.withLock { $0.open[number] = nil }
    }
}

/// The pieces that an event stream still has to send, to be read once.
package struct EventSubscription: PieceStream {
    package typealias Writer = AsyncStream<[UInt8]>.Continuation

    let pieces: AsyncStream<[UInt8]>
    /// Sends an event on this stream only, and ends it once everything pending is sent. Holding it does not keep the
    /// stream open.
    package let writer: Writer

    /// The pieces, to be read once.
    package func makeAsyncIterator() -> AsyncStream<[UInt8]>.Iterator { pieces.makeAsyncIterator() }
}

extension HeaderFields {
    /// The header fields of an event stream. They ask proxies not to buffer it.
    package static let eventStream: HeaderFields = [
        "content-type": "text/event-stream", "cache-control": "no-cache, no-transform",
        "x-accel-buffering": "no",
    ]
}

extension ServedResponse {
    /// Returns an answer that stays open and sends the events of `stream`.
    package static func events(_ stream: Stream) -> ServedResponse {
        ServedResponse(status: 200, headers: .eventStream, stream: stream)
    }
}

import ExperimentsCore
import Foundation

/// One connection to a stream of server-sent events, from the request to the end.
package struct EventStreamConnection: Sendable {
    /// The request that opens the stream.
    package let request: TransportRequest
    /// The server, for messages.
    package let name: String
    /// The largest event, in bytes.
    package let limit: Int

    package init(_ request: TransportRequest, name: String, limit: Int = EventStreamParser.defaultLimit) {
        self.request = request
        self.name = name
        self.limit = limit
    }

    /// Opens the stream, and reads it to its end.
    ///
    /// - Parameters:
    ///   - now: returns the time, for a server that asks clients to wait until a date.
    ///   - hear: takes the signs of the connection.
    ///   - take: called with each event.
    package func follow(
        over transport: any StreamingTransport, now: @Sendable () -> Date,
        hear: @Sendable (StreamSign) -> Bool,
        take: (EventStreamParser.Event) -> Void
    ) async -> StreamEnding {
        do {
            let stream = try await transport.open(request)
            if let refusal = StreamEnding.refusal(of: stream, by: name, now: now()) { return refusal }
            guard hear(.opened) else { return .ended }
            var parser = EventStreamParser(limit: limit)
            for try await piece in stream.pieces {
                for element in parser.read(piece) {
                    guard hear(.heard) else { return .ended }
                    switch element {
                    case .event(let event): take(event)
                    case .retry(let milliseconds): _ = hear(.reconnectionTime(Double(milliseconds) / 1000))
                    case .endless: return .failed("an event of \(name) is longer than \(limit) bytes")
                    }
                }
            }
            return .ended
        } catch TransportError.timedOut {
            return .lost("nothing came from the event stream of \(name) for too long")
        } catch let error as TransportError {
            return .lost(error.description)
        } catch {
            return .lost("the event stream of \(name) failed")
        }
    }
}

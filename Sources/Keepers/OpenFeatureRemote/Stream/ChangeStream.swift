import ExperimentsCore
import ExperimentsTransport
import Foundation

/// One connection to a server's stream of changes, from opening to end.
struct ChangeStream {
    /// How the connection ended.
    enum Ending: Sendable, Hashable {
        /// It should be tried again.
        case lost(String, retryAfter: TimeInterval? = nil)
        /// It should not be tried again before the server names another address, or a person asks.
        case over(String)
    }

    /// A notice from the stream.
    enum Notice: Sendable, Hashable {
        case opened
        case changed(AnnouncedChange)
        case retry(milliseconds: Int)
        /// The ID of the last event.
        case id(String)
    }

    /// The longest ID that is sent back.
    static let longestID = 1000

    let address: ChangeStreamAddress
    /// The ID of the last event; empty for none.
    let lastEventID: String
    let now: @Sendable () -> Date

    /// The request that opens the stream. It has no authorization of its own, because the address contains it.
    var request: TransportRequest {
        var headers: HeaderFields = ["accept": "text/event-stream", "cache-control": "no-cache"]
        if lastEventID.isVisibleASCII, !lastEventID.isEmpty, lastEventID.utf8.count <= Self.longestID {
            headers["last-event-id"] = lastEventID
        }
        return TransportRequest(.get, address.url, headers: headers, timeout: address.longestSilence)
    }

    /// Opens the stream and reads it to its end.
    ///
    /// - Parameter hear: called with each notice.
    func listen(over transport: any StreamingTransport, _ hear: (Notice) -> Void) async -> Ending {
        do {
            let stream = try await transport.open(request)
            if let ending = judge(stream) { return ending }
            hear(.opened)
            var parser = EventStreamParser()
            for try await piece in stream.pieces {
                for element in parser.read(piece) {
                    switch element {
                    case .event(let event):
                        hear(.id(event.id))
                        if event.type == "message", let change = AnnouncedChange(data: event.data) {
                            hear(.changed(change))
                        }
                    case .retry(let milliseconds): hear(.retry(milliseconds: milliseconds))
                    case .endless: return .lost("an event is longer than \(EventStreamParser.defaultLimit) bytes")
                    }
                }
            }
            return .lost("\(address) ended the event stream")
        } catch TransportError.timedOut {
            return .lost("nothing came from the event stream of \(address) for too long")
        } catch let error as TransportError {
            return .lost(error.description)
        } catch {
            return .lost("the event stream of \(address) failed")
        }
    }

    /// Returns how a stream ended that did not begin; nil for one that did.
    private func judge(_ stream: TransportStream) -> Ending? {
        switch stream.status {
        case 200:
            let type = stream.headers["content-type"] ?? ""
            guard type.lowercased().hasPrefix("text/event-stream") else {
                return .over("\(address) has something else than an event stream where it says there is one")
            }
            return nil
        case 408, 425, 429, 500...:
            return .lost(
                "\(address) answered \(stream.status) to the request for its event stream",
                retryAfter: RetryAfter.seconds(in: stream.headers, now: now()))
        default: return .over("\(address) answered \(stream.status) to the request for its event stream")
        }
    }
}

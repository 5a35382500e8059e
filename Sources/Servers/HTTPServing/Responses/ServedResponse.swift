import ExperimentsTransport

/// An answer to a request, and what becomes of it on its way.
package struct ServedResponse: Sendable {
    /// A body that is made while it is sent: its pieces, each sent when it comes. The task that reads them is cancelled
    /// when the client leaves.
    package typealias Stream = any AsyncSequence<[UInt8], Never> & Sendable

    /// The HTTP status.
    package var status: Int
    /// The header fields. Those that frame the body are added.
    package var headers: HeaderFields
    /// The body.
    package var body: [UInt8]
    /// What is sent in the place of `body`, if anything. The connection ends with it.
    package var stream: Stream?
    /// What becomes of the answer on its way.
    package var delivery: ResponseDelivery

    /// An answer.
    package init(
        status: Int, headers: HeaderFields = [:], body: [UInt8] = [], stream: Stream? = nil,
        delivery: ResponseDelivery = .whole
    ) {
        (self.status, self.headers, self.body) = (status, headers, body)
        (self.stream, self.delivery) = (stream, delivery)
    }
}

/// What becomes of an answer on its way, for servers that try out what clients make of a failing network.
public enum ResponseDelivery: Sendable, Hashable {
    /// It arrives.
    case whole
    /// The connection breaks after half of the body.
    case truncated
    /// It never arrives.
    case never
    /// In place of the body come this many bytes of nothing, announced in the header or not.
    case padded(to: Int, announced: Bool)
}

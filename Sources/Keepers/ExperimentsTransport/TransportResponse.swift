/// The whole answer to one HTTP request, whatever its status.
public struct TransportResponse: Sendable {
    /// The HTTP status, for example 200.
    public var status: Int
    /// The header fields.
    public var headers: HeaderFields
    /// The body, decompressed.
    public var body: [UInt8]

    /// An answer.
    public init(status: Int, headers: HeaderFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

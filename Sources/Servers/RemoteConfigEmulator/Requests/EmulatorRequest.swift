import FirebaseConfig

/// A request as the emulator sees it, whatever carried it.
public struct EmulatorRequest: Sendable {
    /// `GET`, `POST` and so on.
    public var method: String
    /// The path, percent-encoded, without the query.
    public var path: String
    /// The query's items; of two with one name, the last.
    public var query: [String: String]
    /// The header fields.
    public var headers: HeaderFields
    /// The body.
    public var body: [UInt8]

    /// A request.
    public init(
        method: String, path: String, query: [String: String] = [:], headers: HeaderFields = [:], body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The API key, which some clients send in a header and some in the query.
    var apiKey: String? {
        headers["x-goog-api-key"] ?? query["key"]
    }
}

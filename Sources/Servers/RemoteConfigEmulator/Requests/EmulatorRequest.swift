import ExperimentsCore
import FirebaseConfig
import Foundation

/// A request to the emulator, regardless of its transport.
public struct EmulatorRequest: Sendable {
    /// The method, for example `GET`.
    public var method: String
    /// The path, percent-encoded, without the query.
    public var path: String
    /// The items of the query.
    public var query: [String: String]
    /// The header fields, whose names are compared regardless of case.
    public var headers: HeaderFields
    /// The body in bytes; empty if there is none.
    public var body: [UInt8]

    /// Creates a request.
    public init(
        method: String, path: String, query: [String: String] = [:], headers: HeaderFields = [:],
        body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The API key, which some clients send in a header and some in the query.
    var apiKey: String? { headers["x-goog-api-key"] ?? query["key"] }

    /// The query item called `name` in `camelCase` or `snake_case`; nil if it is absent or empty.
    func queryText(_ name: String) -> String? {
        let text = query[name] ?? query[RequestFields.snakeCase(name)]
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns a whole number in the query.
    func queryNumber(_ name: String) throws(EmulatorError) -> Int64? {
        guard let text = queryText(name) else { return nil }
        guard let number = Int64(text) else {
            throw .invalidArgument("Invalid value at '\(name)' (TYPE_INT64): \(Quotation.of(text))")
        }
        return number
    }

    /// Returns a time in the query, in RFC 3339.
    func queryTime(_ name: String) throws(EmulatorError) -> Date? {
        guard let text = queryText(name) else { return nil }
        guard let time = RFC3339.date(from: text) else {
            throw .invalidArgument("Invalid value at '\(name)' (Timestamp): \(Quotation.of(text))")
        }
        return time
    }

    /// Returns a boolean of the query; false if it is absent. An empty one is an error, because `validateOnly=` would
    /// publish otherwise.
    func queryFlag(_ name: String) throws(EmulatorError) -> Bool {
        switch (query[name] ?? query[RequestFields.snakeCase(name)])?.lowercased() {
        case nil, "false", "0": return false
        case "true", "1": return true
        case .some(let text):
            throw .invalidArgument("Invalid value at '\(name)' (TYPE_BOOL): \(Quotation.of(text))")
        }
    }
}

/// The maximum size of a request's body, in bytes, after decompression.
extension EmulatorRequest {
    /// For requests of apps.
    static let usualBodyLimit = 1_000_000
    /// For published templates: a million characters of values, with everything around them.
    static let templateBodyLimit = 10_000_000

    /// The limit for requests to `path`.
    static func bodyLimit(for path: String) -> Int {
        path.hasSuffix("/remoteConfig") || path.hasSuffix("/serverRemoteConfig")
            ? templateBodyLimit : usualBodyLimit
    }
}

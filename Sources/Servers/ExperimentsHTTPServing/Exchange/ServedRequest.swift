import ExperimentsSupport
import ExperimentsTransport
import Foundation
import NIOCore

/// A complete request of a client.
package struct ServedRequest: Sendable {
    /// The method, for example `GET`.
    package var method: String
    /// The path, percent-encoded, without the query.
    package var path: String
    /// The items of the query.
    package var query: [String: String]
    /// The items that occur in the query more than once, with different values. A responder refuses those that it
    /// reads, so that no value is ignored.
    package var ambiguous: Set<String>
    /// The header fields.
    package var headers: HeaderFields
    /// The body.
    package var body: [UInt8]

    /// Creates a request.
    package init(
        method: String, path: String, query: [String: String] = [:], ambiguous: Set<String> = [],
        headers: HeaderFields = [:], body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.ambiguous = ambiguous
        self.headers = headers
        self.body = body
    }
}

/// The reason why a server refuses a request.
package enum RequestRefusal: Error, Sendable, Hashable {
    /// It is not HTTP/1.1, or is ambiguous. The text is a sentence with the reason.
    case malformed(String)
    /// Its head is larger than this number of bytes.
    case headTooLarge(limit: Int)
    /// Its body is larger than this number of bytes.
    case bodyTooLarge(limit: Int)
    /// It took too long to arrive.
    case tooSlow
    /// The program may not have more than this number of open files and connections.
    case tooManyConnections(limit: Int)

    /// The HTTP status for it.
    package var status: Int {
        switch self {
        case .malformed: 400
        case .headTooLarge: 431
        case .bodyTooLarge: 413
        case .tooSlow: 408
        case .tooManyConnections: 503
        }
    }

    /// The reason as a sentence.
    package var message: String {
        switch self {
        case .malformed(let message): message
        case .headTooLarge(let limit): "The request head exceeds the limit: \(limit) bytes."
        case .bodyTooLarge(let limit): "Request payload size exceeds the limit: \(limit) bytes."
        case .tooSlow:
            "The request arrives too slowly: its head has \(RequestMeter.headPatience.seconds) seconds, its body has "
                + "\(RequestMeter.bodyPatience.seconds) and one more for each \(RequestMeter.leastRate) bytes."
        case .tooManyConnections:
            "Too many connections; use `ulimit -n` to raise the limit, or close some."
        }
    }
}

extension TimeAmount {
    fileprivate var seconds: Int64 { nanoseconds / 1_000_000_000 }
}

extension HeaderFields {
    /// The token of an `Authorization: Bearer …` header (RFC 6750); nil if there is none.
    package var bearerToken: String? {
        guard let header = self["authorization"], header.lowercased().hasPrefix("bearer ") else { return nil }
        let token = header.dropFirst("bearer ".count).trimmingCharacters(in: .whitespaces)
        return token.isEmpty ? nil : token
    }

    /// The token that a client sends to a server for apps: in `Authorization: Bearer …`, otherwise in `X-API-Key`.
    package var shownToken: String? { bearerToken ?? self["x-api-key"] }
}

/// The query items that a request may have, so that a misspelled one is refused instead of ignored.
package struct QueryNames: Sendable, Hashable {
    private let names: [String]
    private let allowsOthers: Bool

    private init(_ names: [String], allowsOthers: Bool) {
        self.names = names
        self.allowsOthers = allowsOthers
    }

    /// Only these items.
    package static func only(_ names: String...) -> QueryNames { QueryNames(names, allowsOthers: false) }

    /// These items, and others that are not similar to one of them, because clients of the protocol may send their own.
    package static func known(_ names: String...) -> QueryNames { QueryNames(names, allowsOthers: true) }

    /// A query item that is not allowed.
    package struct Unknown: Sendable, Hashable {
        /// Its name.
        package let name: String
        /// The item that was probably meant.
        package let near: String?
        /// The items that the query may have.
        package let known: [String]

        /// Advice on what to write instead, in a sentence.
        package var hint: String {
            if let near { return "Did you mean \(near)?" }
            return known.isEmpty
                ? "The query must be empty." : "The query can have \(known.joined(separator: ", "))."
        }

        /// The message for the client.
        package var message: String {
            "\(Quotation.of(name, limit: 60)) is not an item of this query. \(hint)"
        }
    }

    /// Returns a message about the first item, in alphabetical order, that has two values although it has a meaning;
    /// nil if there is none.
    package func ambiguity(in items: Set<String>) -> String? {
        guard let name = items.sorted().first(where: { !allowsOthers || names.contains($0) }) else {
            return nil
        }
        return "\(Quotation.of(name, limit: 60)) occurs twice in the query, with different values."
    }

    /// Returns the first item, in alphabetical order, that is not allowed.
    package func unknown(in query: [String: String]) -> Unknown? {
        for name in query.keys.sorted() where !names.contains(name) {
            let near = SpellingSuggestion.nearest(to: name, in: names)
            if near == nil, allowsOthers { continue }
            return Unknown(name: name, near: near, known: names)
        }
        return nil
    }
}

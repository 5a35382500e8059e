import ExperimentsTransport

/// Answers the requests of an `HTTPServer`.
///
/// To implement one, write `respond(to:)`. The server calls it from several tasks at once.
package protocol HTTPResponder: Sendable {
    /// The most bytes that the body of a request to `path` may have. By default, a megabyte.
    func bodyLimit(for path: String) -> Int

    /// The names, in lower case, of header fields that a request may have only once, besides those that HTTP itself allows
    /// only once. By default, empty.
    var singleFields: Set<String> { get }

    /// The answer to a request. Where the client leaves meanwhile, the answer is dropped.
    func respond(to request: ServedRequest) async -> ServedResponse

    /// The answer to a request that is refused before `respond(to:)` gets it. The connection ends with it. By default,
    /// the message as plain text.
    func response(to refusal: RequestRefusal) -> ServedResponse
}

extension HTTPResponder {
    package func bodyLimit(for path: String) -> Int { 1_000_000 }

    package var singleFields: Set<String> { [] }

    package func response(to refusal: RequestRefusal) -> ServedResponse {
        ServedResponse(
            status: refusal.status, headers: ["content-type": "text/plain; charset=utf-8"],
            body: Array((refusal.message + "\n").utf8))
    }
}

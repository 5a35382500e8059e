import ExperimentsTransport

/// What answers the requests of an `HTTPServer`.
///
/// A server asks from several tasks at once. `respond(to:)` is all that has to be implemented.
package protocol HTTPResponder: Sendable {
    /// The most bytes that the body of a request to `path` may have: a megabyte, unless it is said.
    func bodyLimit(for path: String) -> Int

    /// Names in lower case of header fields of which a request may have one at most, beside those of HTTP itself.
    var singleFields: Set<String> { get }

    /// The answer to a request. Where the client leaves meanwhile, the answer is dropped.
    func respond(to request: ServedRequest) async -> ServedResponse

    /// The words for what is not let through: plain text, unless it is said. The connection ends with them.
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

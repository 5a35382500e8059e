import ExperimentsHTTPServing
import ExperimentsSupport
import ExperimentsTransport

/// The reason why the server refuses a request.
///
/// The body is always an object with `errorDetails` and an empty `metadata`. Clients of OFREP read it before they look
/// at the status, and some fail without `metadata`.
package struct ServerRefusal: Error, Sendable, Hashable {
    /// The HTTP status.
    package let status: Int
    /// The problem and what to do, in sentences, without secrets.
    package let message: String
    /// Further header fields.
    package var headers: HeaderFields

    package init(status: Int, _ message: String, headers: HeaderFields = [:]) {
        self.status = status
        self.message = message
        self.headers = headers
    }

    /// There is nothing at the path.
    static let notFound = ServerRefusal(status: 404, "There is nothing at this path.")

    /// Returns the refusal of a method.
    static func method(_ method: String, allowed: [String]) -> ServerRefusal {
        let list = (allowed + ["OPTIONS"]).joined(separator: ", ")
        return ServerRefusal(
            status: 405, "\(Quotation.of(method, limit: 20)) is not allowed for this path; use \(list).",
            headers: ["allow": list])
    }

    /// The request has no token, or an invalid one.
    package static let unauthorized = ServerRefusal(
        status: 401, "The token is missing or wrong; send it as bearer token or as X-API-Key.",
        headers: ["www-authenticate": "Bearer realm=\"experiments\""])

    /// The links or overrides of the team could not be read yet. An app must not conclude that there are none.
    static let notReadYet = ServerRefusal(
        status: 503, "The team's store could not be read yet; try again later.", headers: ["retry-after": "1"]
    )

    /// Events cannot be stored now. The server's own messages give the reason; an app can only wait.
    static let notStored = ServerRefusal(
        status: 503, "The events cannot be stored now; keep them and send them again later.",
        headers: ["retry-after": "5"])

    /// Creates the refusal of a request caused by a web page.
    init(_ refusal: WebPageRule.Refusal) {
        switch refusal {
        case .misdirected(let host):
            self.init(
                status: 421,
                "\(Quotation.of(host)) is not a name of this server; a web page could have sent a browser here by that "
                    + "name. Use 127.0.0.1 or localhost, allow the host with --allow-host, or require a token with --token."
            )
        case .foreign(let origin?):
            self.init(
                status: 403,
                "Web pages of \(Quotation.of(origin)) may not send this request. To allow it, use --allow-origin or "
                    + "`allow_origin` under `serve:` in the project file.")
        case .foreign(nil):
            self.init(
                status: 403,
                "A web page of another origin may not send this request. To allow it, use --allow-origin or `allow_origin` "
                    + "under `serve:` in the project file, and send the request with CORS.")
        }
    }

    /// Creates the refusal of a request that was refused before it reached the server.
    init(_ refusal: RequestRefusal) {
        var headers = HeaderFields()
        if case .tooManyConnections = refusal { headers["retry-after"] = "1" }
        self.init(status: refusal.status, refusal.message, headers: headers)
    }

    /// The answer.
    package var response: ServedResponse {
        var headers = headers
        headers["content-type"] = "application/json"
        let body: JSONValue = ["errorDetails": .string(message), "metadata": [:]]
        return ServedResponse(status: status, headers: headers, body: body.compactBytes)
    }
}

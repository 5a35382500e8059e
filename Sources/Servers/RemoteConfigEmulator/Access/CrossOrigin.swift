import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport

/// CORS header fields, which allow web pages to read the answers to permitted requests.
enum CrossOrigin {
    /// Returns the pages that may use a route.
    static func audience(of route: Route?) -> WebPageRule.Audience {
        switch route {
        case nil, .activeConfig, .growthBook: .apps
        case .project(_, let call): call.isAdmin ? .operators : .apps
        case .token, .control: .operators
        }
    }

    /// Returns the route that a browser asks about in a preflight request.
    static func announcedRoute(of request: EmulatorRequest) -> Route? {
        let announced = request.headers["access-control-request-method"].map { [$0] } ?? ["POST", "DELETE"]
        for method in announced {
            if let route = Route(method: method, path: request.path) { return route }
        }
        return nil
    }

    /// Returns the answer to a preflight request for a page of `visitor`.
    static func preflight(_ request: EmulatorRequest, for visitor: WebOrigin?) -> EmulatorResponse {
        var response = EmulatorResponse(
            status: 204,
            headers: [
                "access-control-allow-methods": "GET, POST, PUT, DELETE",
                "access-control-allow-headers":
                    "authorization, content-encoding, content-type, if-match, if-none-match, x-emulator-token, "
                    + "x-firebase-client, x-goog-api-key, x-goog-firebase-installations-auth, x-firebase-rc-fetch-type",
                "access-control-max-age": "3600",
            ])
        guard let visitor else { return response }
        open(&response, to: visitor)
        response.headers.openPrivateNetwork(asIn: request.headers)
        return response
    }

    /// Allows pages of `visitor` to read an answer.
    static func open(_ response: inout EmulatorResponse, to visitor: WebOrigin) {
        response.headers.open(to: visitor, exposing: "etag, retry-after, x-sse-support")
        response.headers["vary"] = "Origin"
    }
}

extension EmulatorError {
    /// Creates the error for a request caused by a web page.
    init(_ refusal: WebPageRule.Refusal) {
        switch refusal {
        case .misdirected(let host):
            self.init(
                status: 421, name: "FAILED_PRECONDITION",
                message:
                    "\(Quotation.of(host)) is not a name of the emulator; a web page could have sent a browser here by "
                    + "that name. Use 127.0.0.1 or localhost, or allow the host with --allow-host.")
        case .foreign(let origin?):
            self.init(
                status: 403, name: "PERMISSION_DENIED",
                message: "Web pages of \(Quotation.of(origin)) may not send this request. To allow it, use "
                    + "--allow-origin.")
        case .foreign(nil):
            self.init(
                status: 403, name: "PERMISSION_DENIED",
                message:
                    "A web page of another origin may not send this request. To allow it, use --allow-origin, and "
                    + "send the request with CORS.")
        }
    }
}

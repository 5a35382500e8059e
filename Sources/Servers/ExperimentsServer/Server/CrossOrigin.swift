import ExperimentsTransport
import HTTPServing

/// The header fields of CORS, with which browsers let web pages read answers.
enum CrossOrigin {
    private static let requestFields =
        "Authorization, Content-Type, If-Match, If-None-Match, Last-Event-ID, X-API-Key, X-Experiments-Source"

    /// Returns the answer to a browser's preflight request.
    static func preflight(_ request: ServedRequest, _ rules: EndpointRules, for visitor: WebOrigin?) -> ServedResponse {
        var response = ServedResponse(
            status: 204,
            headers: [
                "access-control-allow-methods": (rules.methods + ["OPTIONS"]).joined(separator: ", "),
                "access-control-allow-headers": requestFields, "access-control-max-age": "3600",
                "allow": (rules.methods + ["OPTIONS"]).joined(separator: ", "),
            ])
        if visitor != nil { response.headers.openPrivateNetwork(asIn: request.headers) }
        return response
    }

    /// Marks an answer as readable by pages of `visitor`. The answer to others may differ, which it tells caches.
    static func open(_ response: inout ServedResponse, to visitor: WebOrigin?) {
        response.headers["vary"] = "Origin"
        if let visitor { response.headers.open(to: visitor, exposing: "ETag, Retry-After") }
    }
}

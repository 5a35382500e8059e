import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation

/// A part of the server that answers requests for some paths, such as the evaluation of flags. To add one, add it to
/// the list of the server.
///
/// **To implement one**, return the access rules of its paths, and the answers. The server checks the access first. It
/// calls the part from several tasks at the same time.
package protocol ServedPart: Sendable {
    /// The part's name in metrics: one word.
    var name: String { get }

    /// Returns the access rules of a path; nil for paths that do not belong to the part.
    ///
    /// - Parameter path: the path as received, percent-encoded, with a single slash at its start.
    func rules(at path: String) -> EndpointRules?

    /// Returns the answer to an admitted caller.
    func answer(to admitted: AdmittedRequest) async -> ServedResponse

    /// Returns the caller with a token that the part has issued; nil for a token that it does not know.
    func caller(showing token: String) -> Caller?

    /// Returns whether the part may accept a token later that it does not know now, because it cannot read all tokens
    /// yet.
    func mayKnowLater(_ token: String) -> Bool

    /// Returns whether a text has the format of tokens that the part issues, so that it must not be logged.
    func mayHoldToken(_ text: String) -> Bool

    /// Whether the part can serve its requests.
    var isReady: Bool { get }

    /// The time since which the part answers with old values because a source cannot be reached; nil if it can.
    var staleSince: Date? { get }

    /// Whether overrides cannot be read, so that the last readable ones are served, or none.
    var lacksOverrides: Bool { get }

    /// The metrics of the part, for the monitoring of the server.
    var metrics: [Metric] { get }

    /// Sends a heartbeat on open streams. Called regularly.
    func beat()

    /// Ends open streams, because the server stops.
    func close()
}

extension ServedPart {
    package func caller(showing token: String) -> Caller? { nil }
    package func mayKnowLater(_ token: String) -> Bool { false }
    package func mayHoldToken(_ text: String) -> Bool { false }
    package var isReady: Bool { true }
    package var staleSince: Date? { nil }
    package var lacksOverrides: Bool { false }
    package var metrics: [Metric] { [] }
    package func beat() {}
    package func close() {}
}

/// The access rules of a path.
package struct EndpointRules: Sendable, Hashable {
    /// The credentials that a request needs.
    package enum Access: Sendable, Hashable {
        /// None. The answer reveals nothing about the project.
        case open
        /// The server's token, or one that a part has issued. None if the server has no token.
        case token
        /// The same as `token`, or this key as the item `key` of the query, for clients that cannot send header fields.
        case tokenOrKey(ServerToken?)
        /// A token, even if the server has none.
        case known
    }

    /// The accepted methods, for example `POST`. Others get status 405, and the server answers `OPTIONS`.
    package let methods: [String]
    /// The credentials.
    package let access: Access
    /// The origins of web pages that may send requests.
    package let audience: WebPageRule.Audience
    /// The items that the query may have.
    package let query: QueryNames
    /// The target of injected faults; nil for no faults.
    package let faultTarget: Fault.Target?

    /// Creates rules for apps, by default with the token if there is one.
    package init(
        _ methods: [String], access: Access = .token, for audience: WebPageRule.Audience = .apps,
        query: QueryNames = .known(), faults: Fault.Target? = .fetch
    ) {
        self.methods = methods
        self.access = access
        self.audience = audience
        self.query = query
        faultTarget = faults
    }
}

/// The sender of a request.
package enum Caller: Sendable, Hashable {
    /// Anyone, because no credentials are needed.
    case anyone
    /// A caller with the server's token, or with a key that is derived from it.
    case holder
    /// An app with this name, with the token of its link.
    case app(String)
}

/// A request that has passed the access check.
package struct AdmittedRequest: Sendable {
    /// The request. Its path has a single slash at its start.
    package let request: ServedRequest
    /// The sender.
    package let caller: Caller

    package init(_ request: ServedRequest, from caller: Caller = .anyone) {
        self.request = request
        self.caller = caller
    }
}

/// CORS header fields, which allow web pages to read answers.
extension EndpointRules {
    private static let requestFields =
        "Authorization, Content-Type, If-Match, If-None-Match, Last-Event-ID, X-API-Key, X-Experiments-Source"

    /// Returns the answer to a browser's preflight request.
    func preflight(_ request: ServedRequest, for visitor: WebOrigin?) -> ServedResponse {
        var response = ServedResponse(
            status: 204,
            headers: [
                "access-control-allow-methods": (methods + ["OPTIONS"]).joined(separator: ", "),
                "access-control-allow-headers": Self.requestFields, "access-control-max-age": "3600",
                "allow": (methods + ["OPTIONS"]).joined(separator: ", "),
            ])
        if visitor != nil { response.headers.openPrivateNetwork(asIn: request.headers) }
        return response
    }
}

extension ServedResponse {
    /// Allows pages of `visitor` to read the answer, and informs caches that the answer to others may differ.
    mutating func open(to visitor: WebOrigin?) {
        headers["vary"] = "Origin"
        if let visitor { headers.open(to: visitor, exposing: "ETag, Retry-After") }
    }
}

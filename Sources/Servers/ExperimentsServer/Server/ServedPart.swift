import ExperimentsSupport
import HTTPServing

/// A part of what a server answers, such as evaluations of flags. Adding one to the server's list is all it takes.
///
/// A part says which paths are its own and whom it lets in there. The server checks that, and only then asks for the
/// answer, from several tasks at once.
package protocol ServedPart: Sendable {
    /// The part's name in metrics: one word.
    var name: String { get }

    /// Who is let in where; nil for paths that are not the part's.
    ///
    /// - Parameter path: the path as it came, percent-encoded, with a single slash at its start.
    func door(at path: String) -> Door?

    /// The answer to somebody who was let in.
    func answer(to visit: Visit) async -> ServedResponse

    /// Who shows a token that the part has given out; nil for a token that it does not know.
    func caller(showing token: String) -> Caller?

    /// Whether the part can answer what it is for.
    var isReady: Bool { get }

    /// What is to be known of the part by whoever watches over the server.
    var metrics: [Metric] { get }

    /// Lets open streams say that the server is there. Called from time to time.
    func beat()

    /// Ends open streams: the server stops.
    func close()
}

extension ServedPart {
    package func caller(showing token: String) -> Caller? { nil }
    package var isReady: Bool { true }
    package var metrics: [Metric] { [] }
    package func beat() {}
    package func close() {}
}

/// Who is let in at a path.
package struct Door: Sendable, Hashable {
    /// What has to be shown.
    package enum Access: Sendable, Hashable {
        /// Nothing, ever: what is behind it tells nothing of the project.
        case open
        /// The server's token or one that a part has given out; nothing where the server asks for no token.
        case token
        /// As `token`, or this key in the query's item `key`, for clients that can send no header fields.
        case tokenOrKey(ServerToken?)
        /// A token in any case, also where the server asks for none.
        case known
    }

    /// The methods that are answered, such as `POST`. Others get status 405, and `OPTIONS` is answered by the server.
    package let methods: [String]
    /// What has to be shown.
    package let access: Access
    /// Whose web pages may ask.
    package let audience: WebPageRule.Audience
    /// Which of the injected faults happen behind it; nil for none.
    package let faultTarget: Fault.Target?

    /// A door for apps; by default, for those who show the token where there is one.
    package init(
        _ methods: [String], access: Access = .token, for audience: WebPageRule.Audience = .apps,
        faults: Fault.Target? = .fetch
    ) {
        (self.methods, self.access, self.audience, faultTarget) = (methods, access, audience, faults)
    }
}

/// Who asks.
package enum Caller: Sendable, Hashable {
    /// Somebody of whom nothing was asked.
    case anyone
    /// Somebody who showed the server's token, or a key that follows from it.
    case holder
    /// An app of this name that showed the token of its link.
    case app(String)
}

/// A request of somebody who was let in.
package struct Visit: Sendable {
    /// The request. Its path has a single slash at its start.
    package let request: ServedRequest
    /// Who asks.
    package let caller: Caller

    package init(_ request: ServedRequest, from caller: Caller = .anyone) {
        (self.request, self.caller) = (request, caller)
    }
}

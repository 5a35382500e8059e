import ExperimentsSupport

/// Something that a server makes go wrong with requests, to test apps and this package itself.
///
/// Whoever serves says which of its requests are of which target, and does what an effect says.
public struct Fault: Sendable, Hashable {
    /// What goes wrong.
    public enum Effect: Sendable, Hashable {
        /// The answer is this error, with the text of a `Retry-After` header if given.
        case status(Int, retryAfter: String? = nil)
        /// The answer comes this much later.
        case delay(Duration)
        /// The answer sends the client elsewhere (status 302), as the sign-in page of a network does.
        case redirect(to: String)
        /// No answer ever comes; the connection stays open.
        case hang
        /// The connection breaks in the middle of the body.
        case truncatedBody
        /// The body has this many bytes; `announced` says so in the header.
        case oversizedBody(bytes: Int, announced: Bool = true)
        /// The body is this text, with status 200.
        case body(String)
        /// A realtime stream says this and ends; other answers are as ever.
        case lastMessage(LastMessage)
        /// A realtime stream ends after this long; other answers are as ever.
        case endOfStream(after: Duration)
    }

    /// The last that a realtime stream says, as Firebase's tells its clients not to come back, or not soon.
    public enum LastMessage: Sendable, Hashable {
        /// Realtime is switched off; clients are not to come back.
        case featureDisabled
        /// Clients are not to open another stream before this many seconds are over.
        case retryInterval(seconds: Int)

        /// `feature-disabled`, `retry-interval=90`.
        var words: String {
            switch self {
            case .featureDisabled: "feature-disabled"
            case .retryInterval(let seconds): "retry-interval=\(seconds)"
            }
        }
    }

    /// Which requests it happens to.
    public enum Target: String, Sendable, Hashable, CaseIterable {
        /// All of them, save those to the server itself.
        case any
        /// Client fetches.
        case fetch
        /// Registrations, renewals and deletions of installations.
        case installations
        /// The opening of realtime streams.
        case realtime
        /// Reading and publishing of templates.
        case admin
        /// Requests for access tokens.
        case token
        /// Downloads of an ActiveConfig.
        case activeConfig = "active-config"
    }

    /// What goes wrong.
    public var effect: Effect
    /// Which requests it happens to.
    public var target: Target
    /// The part of those requests, from 0 to 1, that it happens to.
    public var rate: Double
    /// How often it still happens; nil for no limit.
    public var remaining: Int?

    /// A fault; by default it happens to every client fetch from now on.
    public init(_ effect: Effect, target: Target = .fetch, rate: Double = 1, remaining: Int? = nil) {
        self.effect = effect
        self.target = target
        self.rate = rate
        self.remaining = remaining
    }
}

extension Fault.Effect: CustomStringConvertible {
    /// What goes wrong, in a few words.
    public var description: String {
        switch self {
        case .status(let status, let retryAfter): "status \(status)" + (retryAfter.map { " retry-after \($0)" } ?? "")
        case .delay(let duration): "delay \(duration)"
        case .redirect(let location): "redirect to \(location)"
        case .hang: "hang"
        case .truncatedBody: "truncated body"
        case .oversizedBody(let bytes, _): "body of \(bytes) bytes"
        case .lastMessage(let message): "last message \(message.words)"
        case .endOfStream(let lifetime): "end of stream after \(lifetime)"
        case .body(let text): "other body of \(text.utf8.count) bytes"
        }
    }
}

/// A fault that a server causes on purpose, to test apps and this package itself.
///
/// The server decides which target each request has, and applies the effect.
public struct Fault: Sendable, Hashable {
    /// The effect of a fault.
    public enum Effect: Sendable, Hashable {
        /// The answer is this error, with a `Retry-After` header if there is a text for it.
        case status(Int, retryAfter: String? = nil)
        /// The answer is delayed.
        case delay(Duration)
        /// The answer redirects the client (status 302), as the login page of a network does.
        case redirect(to: String)
        /// No answer ever comes; the connection stays open.
        case hang
        /// The connection breaks in the middle of the body.
        case truncatedBody
        /// The body has this many bytes. If `announced` is true, the header says so.
        case oversizedBody(bytes: Int, announced: Bool = true)
        /// The body is this text, with status 200.
        case body(String)
        /// A realtime stream sends this message and ends. Other answers are not affected.
        case lastMessage(LastMessage)
        /// A realtime stream ends after this time. Other answers are not affected.
        case endOfStream(after: Duration)
    }

    /// The last message of a realtime stream, which tells Firebase's clients not to reconnect, or not soon.
    public enum LastMessage: Sendable, Hashable {
        /// Realtime is off. Clients must not reconnect.
        case featureDisabled
        /// Clients must not open another stream for this number of seconds.
        case retryInterval(seconds: Int)

        /// The text form: `feature-disabled`, `retry-interval=90`.
        var words: String {
            switch self {
            case .featureDisabled: "feature-disabled"
            case .retryInterval(let seconds): "retry-interval=\(seconds)"
            }
        }
    }

    /// The requests that a fault affects.
    public enum Target: String, Sendable, Hashable, CaseIterable {
        /// All requests, except those to the server itself.
        case any
        /// Fetches of values by clients.
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

    /// The effect on a request.
    public var effect: Effect
    /// The kind of requests that are affected.
    public var target: Target
    /// The fraction of these requests that is affected, from 0 to 1.
    public var rate: Double
    /// How many more times it occurs; nil for no limit.
    public var remaining: Int?

    /// Creates a fault, by default for every client fetch.
    public init(_ effect: Effect, target: Target = .fetch, rate: Double = 1, remaining: Int? = nil) {
        self.effect = effect
        self.target = target
        self.rate = rate
        self.remaining = remaining
    }
}

extension Fault.Effect: CustomStringConvertible {
    /// A short description of the fault.
    public var description: String {
        switch self {
        case .status(let status, let retryAfter):
            "status \(status)" + (retryAfter.map { " retry-after \($0)" } ?? "")
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

/// The current faults. A value that decides the effects on a request, without applying them.
public struct FaultPlan: Sendable, Hashable {
    /// The faults, in the order in which they were added, without those that are used up.
    public private(set) var faults: [Fault]

    /// Creates a plan from faults, by default without any.
    public init(_ faults: [Fault] = []) {
        self.faults = faults.filter { $0.remaining ?? 1 > 0 }
    }

    /// Adds a fault after the others.
    public mutating func add(_ fault: Fault) {
        if fault.remaining ?? 1 > 0 { faults.append(fault) }
    }

    /// Returns the effects on a request to `target`: any number of delays, and at most one other effect, that of the
    /// first fault that occurs.
    ///
    /// - Parameters:
    ///   - target: the target of the request.
    ///   - fraction: returns a random number from 0 up to 1. Called for faults that affect a fraction of the requests.
    public mutating func draw(for target: Fault.Target, fraction: () -> Double) -> [Fault.Effect] {
        var effects: [Fault.Effect] = []
        var isDecided = false
        for index in faults.indices {
            let fault = faults[index]
            guard fault.target == .any || fault.target == target else { continue }
            var isDelay = false
            if case .delay = fault.effect { isDelay = true }
            guard isDelay || !isDecided, fault.rate >= 1 || fraction() < fault.rate else { continue }
            if !isDelay { isDecided = true }
            effects.append(fault.effect)
            faults[index].remaining = fault.remaining.map { $0 - 1 }
        }
        faults.removeAll { $0.remaining == 0 }
        return effects
    }
}

import ExperimentsHTTPServing
import ExperimentsLocks
import ExperimentsSupport
import ExperimentsTransport
import Foundation

/// Checks the access to each path, and gets the answers from the parts.
struct ServerResponder: HTTPResponder {
    private let parts: [any ServedPart]
    private let token: ServerToken?
    private let webPages: WebPageRule
    private let injection: FaultInjection
    private let now: @Sendable () -> Date
    private let tell: @Sendable (ServerNotice) -> Void

    /// - Parameter tell: called for every answered request.
    init(
        _ parts: [any ServedPart], _ configuration: ServerConfiguration,
        tell: @escaping @Sendable (ServerNotice) -> Void
    ) {
        self.parts = parts
        token = configuration.token
        var rule = configuration.webPages
        // If other machines can reach the server, requests may use any address as its host.
        if !configuration.host.isLoopback { rule.acceptsAddresses = true }
        webPages = rule
        injection = FaultInjection(configuration.faults, sleep: configuration.sleep)
        now = configuration.now
        self.tell = tell
    }

    let singleFields: Set<String> = ["x-api-key"]

    func respond(to request: ServedRequest) async -> ServedResponse {
        let (time, start) = (now(), ContinuousClock.now)
        var request = request
        request.path = "/" + Substring(request.path.unicodeScalars.drop { $0 == "/" })
        let place = place(at: request.path)
        var visitor: WebOrigin?
        var response: ServedResponse
        let shownPath = shown(request.path)
        do throws(ServerRefusal) {
            visitor = try self.visitor(of: request, for: place?.rules.audience ?? .apps)
            response = try await answer(to: request, place, visitor)
        } catch {
            response = error.response
        }
        response.headers["date"] = HTTPDate.text(of: time)
        response.open(to: visitor)
        tell(
            .request(
                ServerRecord(
                    time: time, request, path: shownPath, part: place?.part.name, response,
                    duration: start.duration(to: .now))))
        return response
    }

    /// Returns the path for the log. It may contain a token if a base URL was pasted incorrectly.
    private func shown(_ path: String) -> String {
        let parts = path.split(scalar: "/", omittingEmptySubsequences: false).map { part -> Substring in
            let text = part.percentDecoded ?? String(part)
            return holdsSecret(text) ? "[token]" : part
        }
        return parts.joined(separator: "/")
    }

    private func holdsSecret(_ text: String) -> Bool {
        if parts.contains(where: { $0.mayHoldToken(text) }) { return true }
        guard let secret = token?.secret else { return false }
        // A short token is a part of many words.
        return text == secret || (secret.utf8.count >= 8 && text.contains(secret))
    }

    func response(to refusal: RequestRefusal) -> ServedResponse {
        if case .tooManyConnections(let limit) = refusal { tell(.connectionsRefused(limit: limit)) }
        return ServerRefusal(refusal).response
    }

    private typealias Place = (part: any ServedPart, rules: EndpointRules)

    private func place(at path: String) -> Place? {
        for part in parts {
            if let rules = part.rules(at: path) { return (part, rules) }
        }
        return nil
    }

    private func visitor(
        of request: ServedRequest, for audience: WebPageRule.Audience
    ) throws(ServerRefusal) -> WebOrigin? {
        do throws(WebPageRule.Refusal) {
            // A page that uses another name does not know the token, so names need no check if a token is required.
            return try webPages.visitor(
                host: request.headers["host"], origin: request.headers["origin"],
                fetchSite: request.headers["sec-fetch-site"], for: audience, checksHost: token == nil)
        } catch {
            throw ServerRefusal(error)
        }
    }

    private func answer(
        to request: ServedRequest, _ place: Place?, _ visitor: WebOrigin?
    ) async throws(ServerRefusal) -> ServedResponse {
        if request.method == "OPTIONS", let rules = place?.rules {
            return rules.preflight(request, for: visitor)
        }
        let faults = place?.rules.faultTarget.map { injection.draw(for: $0) } ?? []
        await injection.delay(by: faults)
        try injection.refuse(by: faults)
        return injection.spoil(try await answer(to: request, place), by: faults)
    }

    private func answer(to request: ServedRequest, _ place: Place?) async throws(ServerRefusal)
        -> ServedResponse
    {
        // Without a token, callers must not learn which paths exist.
        let caller = try caller(of: request, place)
        guard let place else { throw .notFound }
        guard place.rules.methods.contains(request.method) else {
            throw .method(request.method, allowed: place.rules.methods)
        }
        if let unknown = place.rules.query.unknown(in: request.query) {
            throw ServerRefusal(status: 400, unknown.message)
        }
        if let message = place.rules.query.ambiguity(in: request.ambiguous) {
            throw ServerRefusal(status: 400, message)
        }
        if let coding = request.headers["content-encoding"], coding.lowercased() != "identity" {
            throw ServerRefusal(
                status: 415, "Compressed bodies are not supported; send this one without Content-Encoding.",
                headers: ["accept-encoding": "identity"])
        }
        return await place.part.answer(to: AdmittedRequest(request, from: caller))
    }

    private func caller(of request: ServedRequest, _ place: Place?) throws(ServerRefusal) -> Caller {
        let access = place?.rules.access ?? .token
        if access == .open { return .anyone }
        if let shown = request.headers.shownToken {
            if let token, token.matches(shown) { return .holder }
            // The token of a linked app is only for overrides and reports.
            if let caller = place?.part.caller(showing: shown) { return caller }
            if place?.part.mayKnowLater(shown) == true { throw .notReadYet }
        }
        if case .tokenOrKey(let key?) = access, let shown = request.query["key"], key.matches(shown) {
            return .holder
        }
        if access != .known, token == nil { return .anyone }
        throw .unauthorized
    }
}

/// Makes answers fail on purpose, to test how apps handle that.
final class FaultInjection: Sendable {
    private let plan: Mutex<FaultPlan>
    private let isEmpty: Bool
    private let sleep: @Sendable (Duration) async throws -> Void

    init(_ faults: [Fault], sleep: @escaping @Sendable (Duration) async throws -> Void) {
        plan = Mutex(FaultPlan(faults))
        isEmpty = faults.isEmpty
        self.sleep = sleep
    }

    /// Returns the faults for a request.
    func draw(for target: Fault.Target) -> [Fault.Effect] {
        if isEmpty { return [] }
        return plan.withLock { $0.draw(for: target, fraction: { .random(in: 0..<1) }) }
    }

    /// Waits for the injected delays.
    func delay(by faults: [Fault.Effect]) async {
        for case .delay(let duration) in faults { try? await sleep(duration) }
    }

    /// Throws a refusal if a fault requires it.
    func refuse(by faults: [Fault.Effect]) throws(ServerRefusal) {
        for case .status(let status, let retryAfter) in faults {
            var refusal = ServerRefusal(status: status, "Injected with --fail.")
            refusal.headers["retry-after"] = retryAfter
            throw refusal
        }
    }

    /// Applies the other faults to the answer.
    func spoil(_ response: ServedResponse, by faults: [Fault.Effect]) -> ServedResponse {
        var response = response
        for fault in faults {
            switch fault {
            case .delay, .status: continue
            case .lastMessage: (response.stream as? EventSubscription)?.writer.finish()
            case .endOfStream(let lifetime):
                end((response.stream as? EventSubscription)?.writer, after: lifetime)
            case .redirect(let location):
                response = ServedResponse(status: 302, headers: ["location": location])
            case .hang: (response.stream, response.delivery) = (nil, .never)
            case .truncatedBody: (response.stream, response.delivery) = (nil, .truncated)
            case .oversizedBody(let bytes, let announced):
                (response.stream, response.delivery) = (nil, .padded(to: bytes, announced: announced))
            case .body(let text): (response.stream, response.body) = (nil, Array(text.utf8))
            }
        }
        return response
    }

    private func end(_ stream: EventSubscription.Writer?, after lifetime: Duration) {
        guard let stream else { return }
        Task { [sleep] in
            try? await sleep(lifetime)
            stream.finish()
        }
    }
}

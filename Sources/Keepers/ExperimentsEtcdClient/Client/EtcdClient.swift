import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport

/// A client for the members of an etcd cluster. It uses the JSON gateway, which etcd 3.4 and later have at `/v3`.
///
/// It uses one member, and switches to the next one if it fails; see `EtcdAttempts`. Every request states that it needs
/// a leader, because a member would otherwise hold it for 7 s. The client signs in before the first request, and
/// whenever its token is refused.
package final class EtcdClient: Sendable {
    /// The largest response, in bytes. Larger pages are requested in smaller parts.
    static let answerLimit = 32 << 20

    /// The members.
    package let endpoints: [EtcdEndpoint]
    let transport: any StreamingTransport
    let time: EtcdTime
    let signIn: EtcdSignIn
    private let state = Mutex((endpoint: 0, clusterID: UInt64?.none))

    /// Creates a client. It sends nothing until the first request.
    ///
    /// - Parameters:
    ///   - endpoints: the members; at least one.
    ///   - credentials: the user to sign in as; nil for none.
    ///   - transport: sends the requests, with the certificates that they need.
    ///   - time: the clock and random numbers.
    package init(
        endpoints: [EtcdEndpoint], credentials: EtcdCredentials? = nil, transport: any StreamingTransport,
        time: EtcdTime = .system
    ) {
        self.endpoints = endpoints
        self.transport = transport
        self.time = time
        signIn = EtcdSignIn(credentials)
    }

    /// The number of the member that is asked first.
    var endpoint: Int { state.withLock(\.endpoint) }

    /// Sends a request that changes nothing.
    ///
    /// - Throws: `EtcdError`, or `CancellationError` if the calling task was cancelled.
    package func ask<Call: EtcdCall>(_ call: Call) async throws -> Call.Answer {
        try await perform(call).get()
    }

    /// Sends a request.
    ///
    /// - Throws: `EtcdError` if it was certainly not carried out, or `CancellationError` if the calling task was
    ///   cancelled. In that case, the result of a change is not known either.
    package func perform<Call: EtcdCall>(_ call: Call) async throws -> EtcdOutcome<Call.Answer> {
        if signIn.isDue { try await renewToken(nil) }
        return try await perform(call, signsIn: true)
    }

    private func perform<Call: EtcdCall>(_ call: Call, signsIn: Bool) async throws -> EtcdOutcome<Call.Answer>
    {
        if let fault = call.fault { throw EtcdError.unfit(fault) }
        return try await tryMembers(effect: call.effect, signsIn: signsIn) { member, token, attempts in
            try await self.attempt(
                call, at: member, token, within: attempts.timeout(atMost: call.attemptTimeout))
        }
    }

    /// Does `work` with one member after the other, as `EtcdAttempts` decides, until one has responded.
    ///
    /// - Parameters:
    ///   - effect: the effect of the work on the store.
    ///   - signsIn: whether the work needs a token, and a new one if that is refused.
    ///   - work: the work with a member, after these attempts. It throws `EtcdFailure` if another attempt may succeed.
    func tryMembers<Answer: Sendable>(
        effect: EtcdEffect, signsIn: Bool = true,
        _ work: (EtcdEndpoint, AccessToken?, EtcdAttempts) async throws -> Answer
    ) async throws -> EtcdOutcome<Answer> {
        guard !endpoints.isEmpty else { throw EtcdError.unfit("no member is named") }
        var attempts = EtcdAttempts(
            endpoints: endpoints.count, first: endpoint, effect: effect, at: time.now())
        do {
            while true {
                let member = endpoints[attempts.endpoint]
                let token = signsIn ? signIn.token : nil
                do {
                    return .known(try await work(member, token, attempts))
                } catch let failure as EtcdFailure {
                    let error = EtcdError.failed(failure, member: member.description)
                    let step = attempts.step(after: failure, at: time.now(), fraction: time.fraction())
                    // Also if this request ends here: the next one must not begin with a member that hangs.
                    state.withLock { [number = attempts.endpoint] in $0.endpoint = number }
                    switch step {
                    case .send(let wait): if wait > .zero { try await time.pause(wait) }
                    case .signIn:
                        guard signsIn, signIn.credentials != nil else { throw error }
                        try await renewToken(token)
                    case .fail: throw error
                    case .unknown: return .unknown(error)
                    }
                }
            }
        } catch let error as EtcdError where attempts.mayBeDone {
            return .unknown(error)
        }
    }

    /// Gets a new token if the current one is `refused`.
    func renewToken(_ refused: AccessToken?) async throws {
        try await signIn.renew(refused) { call in
            try await self.perform(call, signsIn: false).get()
        }
    }

    /// Asks one member once.
    ///
    /// - Throws: `EtcdFailure`, `EtcdError.anotherCluster`, or `CancellationError` if the calling task was cancelled.
    func attempt<Call: EtcdCall>(
        _ call: Call, at endpoint: EtcdEndpoint, _ token: AccessToken?, within timeout: Duration
    ) async throws -> Call.Answer {
        let request = Self.request(
            Call.path, at: endpoint, body: call.body.densestBytes, token: token,
            needsLeader: call.needsLeader,
            timeout: timeout, mayBeRepeated: call.effect != .once)
        let response: TransportResponse
        do {
            response = try await transport.send(request)
        } catch let error as TransportError {
            throw EtcdFailure.transport(error)
        }
        guard response.status == 200 else { throw EtcdFailure.refused(refusal(response, token)) }
        do {
            let reply = try EtcdReply(response.body)
            try note(reply.header, from: endpoint)
            return try call.answer(reply)
        } catch let problem as MessageError {
            throw EtcdFailure.invalid(problem)
        }
    }

    /// Opens the stream of a watch at one member.
    ///
    /// - Parameter silence: the longest time without any data.
    /// - Throws: `EtcdFailure`, `TransportError`, or `CancellationError` if the calling task was cancelled.
    func openWatch(
        _ body: [UInt8], at endpoint: EtcdEndpoint, token: AccessToken?, silence: Duration
    ) async throws -> TransportStream.Pieces {
        let stream = try await transport.open(
            Self.request(
                "watch", at: endpoint, body: body, token: token, timeout: silence, mayBeRepeated: true))
        guard stream.status == 200 else {
            throw EtcdFailure.refused(refusal(try await stream.collected(limit: 65536), token))
        }
        return stream.pieces
    }

    /// Reads an error status, without the secrets of the request, which another server could repeat.
    func refusal(_ response: TransportResponse, _ token: AccessToken?) -> EtcdRefusal {
        EtcdRefusal(response).hiding([signIn.credentials?.password, token?.text].compactMap(\.self))
    }

    /// Checks that all responses come from one cluster: a new cluster at an old address must not be mistaken for the
    /// old one.
    func note(_ header: EtcdHeader, from endpoint: EtcdEndpoint) throws {
        guard header.clusterID != 0 else { return }
        let isKnown = state.withLock { state in
            if state.clusterID == nil { state.clusterID = header.clusterID }
            return state.clusterID == header.clusterID
        }
        guard isKnown else { throw EtcdError.anotherCluster(member: endpoint.description) }
    }

    static func request(
        _ path: String, at endpoint: EtcdEndpoint, body: [UInt8], token: AccessToken?,
        needsLeader: Bool = true,
        timeout: Duration, mayBeRepeated: Bool
    ) -> TransportRequest {
        var headers: HeaderFields = ["content-type": "application/json"]
        if needsLeader { headers["grpc-metadata-hasleader"] = "true" }
        headers["authorization"] = token?.text
        return TransportRequest(
            .post, endpoint.url.service("/v3/" + path) ?? endpoint.url, headers: headers, body: body,
            timeout: timeout, bodyLimit: answerLimit, mayBeRepeated: mayBeRepeated)
    }
}

/// Exchanges a name and a password for a token.
struct EtcdAuthentication: EtcdCall {
    static let path = "auth/authenticate"

    let credentials: EtcdCredentials
    let effect = EtcdEffect.none

    var body: JSONValue { ["name": .string(credentials.user), "password": .string(credentials.password)] }

    func answer(_ answer: EtcdReply) throws(MessageError) -> AccessToken {
        let token = try answer.fields.text("token")
        guard !token.isEmpty, token.isVisibleASCII else {
            throw MessageError("it has no token of printable ASCII characters")
        }
        return AccessToken(token)
    }
}

/// The token of a client, and the one request for it that all who need it wait for.
final class EtcdSignIn: Sendable {
    let credentials: EtcdCredentials?
    private let flight = SingleFlight<AccessToken?>()
    private let state = Mutex(State())

    private struct State {
        var token: AccessToken?
        /// Whether the cluster reported that it has no users.
        var isNotNeeded = false
    }

    init(_ credentials: EtcdCredentials?) {
        self.credentials = credentials
    }

    /// The token that requests carry now; nil for none.
    var token: AccessToken? { state.withLock(\.token) }

    /// Whether there are credentials but no sign-in yet.
    var isDue: Bool { credentials != nil && state.withLock { $0.token == nil && !$0.isNotNeeded } }

    /// Gets a new token in place of a refused one, unless another caller already has.
    func renew(
        _ refused: AccessToken?,
        with ask: @escaping @Sendable (EtcdAuthentication) async throws -> AccessToken
    ) async throws {
        guard let credentials, token == refused else { return }
        let token = try await flight.run {
            do {
                return try await ask(EtcdAuthentication(credentials: credentials))
            } catch let error as EtcdError where error.refusal == .needsNoSignIn {
                return nil
            }
        }
        state.withLock { $0 = State(token: token, isNotNeeded: token == nil) }
    }
}

/// The clock and random numbers of the client. Tests have their own.
package struct EtcdTime: Sendable {
    /// Returns the time since a fixed moment. It never goes back, even if the clock is changed.
    package var now: @Sendable () -> Duration
    /// Waits, or throws when the task is cancelled.
    package var pause: @Sendable (Duration) async throws -> Void
    /// Returns a random number from 0 up to 1.
    package var fraction: @Sendable () -> Double

    /// Creates a time.
    package init(
        now: @escaping @Sendable () -> Duration, pause: @escaping @Sendable (Duration) async throws -> Void,
        fraction: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.pause = pause
        self.fraction = fraction
    }

    /// The system's clock and random numbers.
    package static var system: EtcdTime {
        let start = ContinuousClock.now
        return EtcdTime(
            now: { ContinuousClock.now - start }, pause: { try await Task.sleep(for: $0) },
            fraction: { Double.random(in: 0..<1) })
    }
}

import ExperimentsCore
import ExperimentsTransport
import Foundation

/// The exchange of a workload's own token for one of Google's, and that for one of a service account.
struct FederatedExchange: Sendable {
    private let account: ExternalAccount
    private let transport: any HTTPTransport
    private let timeout: Duration
    private let clocks: Clocks

    /// The longest token of a workload that is read, in bytes.
    private static let sizeLimit = 100_000

    private static let grantAdvice =
        "the pool or its provider does not accept this identity; check its audience and attribute condition"

    init(_ account: ExternalAccount, transport: any HTTPTransport, timeout: Duration, _ clocks: Clocks) {
        self.account = account
        self.transport = transport
        self.timeout = timeout
        self.clocks = clocks
    }

    /// - Throws: `AccessTokenError`.
    func token(_ scopes: [String]) async throws -> HeldToken {
        let subject = try await subjectToken()
        let direct = account.impersonationURL == nil
        let exchange = TokenExchange(
            tokenURL: account.tokenURL,
            fields: [
                ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"),
                ("audience", account.audience),
                ("scope", (direct ? scopes : [GoogleScope.cloudPlatform]).joined(separator: " ")),
                ("requested_token_type", "urn:ietf:params:oauth:token-type:access_token"),
                ("subject_token_type", account.subjectTokenType), ("subject_token", subject),
            ],
            secrets: [subject], grantAdvice: Self.grantAdvice, timeout: timeout)
        let federated = try await exchange.token(over: transport, by: clocks)
        guard let url = account.impersonationURL else { return federated }
        return try await impersonated(at: url, with: federated.token.text, scopes)
    }

    private func subjectToken() async throws -> String {
        let bytes: [UInt8]
        switch account.source {
        case .file(let path):
            do {
                bytes = try FileBytes.read(path, limit: Self.sizeLimit)
            } catch {
                throw problem("credential_source.file", "names \(path): \(error.message)")
            }
        case .url(let url, let headers):
            var fields: HeaderFields = ["accept": "application/json"]
            for (name, secret) in headers { fields[name] = secret.text }
            let request = TransportRequest(
                .get, url, headers: fields, timeout: timeout, bodyLimit: Self.sizeLimit, mayBeRepeated: true)
            let response = try await send(request)
            guard response.status == 200 else {
                let secrets = headers.values.flatMap { secret in
                    [secret.text, secret.text.split(scalar: " ").last.map(String.init) ?? ""]
                }
                throw AccessTokenError.refused(
                    TokenRefusal(
                        response, from: url.host ?? "", now: clocks.now(), hiding: secrets,
                        grantAdvice: Self.grantAdvice))
            }
            bytes = response.body
        }
        return try subjectToken(in: bytes)
    }

    private func subjectToken(in bytes: [UInt8]) throws -> String {
        let token: String?
        switch account.format {
        case .text:
            token = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        case .json(let field): token = (try? JSONValue(parsing: bytes).object)?[field]?.string
        }
        guard let token, !token.isEmpty, token.isVisibleASCII else {
            let expected =
                switch account.format {
                case .text: "one word of printable ASCII characters"
                case .json(let field): "a JSON object with the token in \"\(field)\""
                }
            throw problem("credential_source", "leads to no token; expected \(expected)")
        }
        if let end = (try? JSONWebToken(parsing: token))?.claims["exp"]?.double,
            end <= clocks.now().timeIntervalSince1970
        {
            let time = RFC3339.text(of: Date(timeIntervalSince1970: end))
            throw problem("credential_source", "leads to a token that expired at \(time); get a new one")
        }
        return token
    }

    private func impersonated(at url: URL, with federated: String, _ scopes: [String]) async throws
        -> HeldToken
    {
        let body: JSONValue = [
            "scope": .array(scopes.map(JSONValue.string)),
            "lifetime": .string("\(account.impersonationLifetime)s"),
        ]
        let response = try await send(
            TransportRequest(
                .post, url,
                headers: [
                    "content-type": "application/json", "accept": "application/json",
                    "authorization": "Bearer \(federated)",
                ],
                body: body.compactBytes, timeout: timeout, bodyLimit: 1_000_000, mayBeRepeated: true))
        let (host, now) = (url.host ?? "", clocks.now())
        guard response.status == 200 else {
            throw AccessTokenError.refused(
                TokenRefusal(
                    response, from: host, now: now, hiding: [federated], grantAdvice: Self.grantAdvice))
        }
        let object = try? JSONValue(parsing: response.body).object
        guard let text = object?["accessToken"]?.string, !text.isEmpty, text.isVisibleASCII,
            let end = object?["expireTime"]?.string.flatMap(RFC3339.date), end > now
        else {
            throw AccessTokenError.invalidAnswer(
                host: host, problem: "must have \"accessToken\", and a later time in \"expireTime\"")
        }
        return HeldToken(text: text, lifetime: end.timeIntervalSince(now), by: clocks)
    }

    private func send(_ request: TransportRequest) async throws -> TransportResponse {
        do {
            return try await transport.send(request)
        } catch let error as TransportError {
            throw AccessTokenError.unreachable(error)
        }
    }

    private func problem(_ field: String, _ words: String) -> AccessTokenError {
        .key(ServiceAccountKeyError(account.origin, field: field, words))
    }
}

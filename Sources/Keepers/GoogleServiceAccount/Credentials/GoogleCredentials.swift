import ExperimentsCore
import ExperimentsTransport
import Foundation

/// Credentials for Google's services, in the form of a file that `GOOGLE_APPLICATION_CREDENTIALS` may name.
public enum GoogleCredentials: Sendable, Hashable {
    /// The key of a service account.
    case serviceAccount(ServiceAccountKey)
    /// A person's sign-in, as `gcloud auth application-default login` stores it.
    case authorizedUser(AuthorizedUser)
    /// The identity of a workload outside Google, such as a job of a CI.
    case externalAccount(ExternalAccount)

    /// Reads credentials from a file.
    ///
    /// - Throws: `ServiceAccountKeyError` if the file cannot be read or contains no supported credentials.
    public init(contentsOfFile path: String) throws(ServiceAccountKeyError) {
        try self.init(json: try KeyFields.bytes(of: path), origin: path)
    }

    /// Reads credentials from the content of a file.
    ///
    /// - Parameters:
    ///   - json: the content of the file, in UTF-8.
    ///   - origin: the name of the credentials in errors, usually the path of the file.
    public init(json: [UInt8], origin: String) throws(ServiceAccountKeyError) {
        let fields = try KeyFields(json: json, origin: origin)
        switch fields.object["type"]?.string {
        case "authorized_user": self = .authorizedUser(try AuthorizedUser(fields))
        case "external_account": self = .externalAccount(try ExternalAccount(fields))
        case "impersonated_service_account", "external_account_authorized_user", "gdch_service_account":
            throw fields.problem(
                "type", "is not supported; expected service_account, authorized_user or external_account",
                advice: "get a token with `gcloud auth print-access-token`, and use that instead")
        default:
            try fields.requireServiceAccount()
            self = .serviceAccount(try ServiceAccountKey(fields))
        }
    }

    /// The project of the credentials, if they contain it.
    public var projectID: String? {
        if case .serviceAccount(let key) = self { key.projectID } else { nil }
    }

    /// The project whose quota requests count against, which Google asks of a person's credentials; nil for none.
    public var quotaProject: String? {
        switch self {
        case .serviceAccount: nil
        case .authorizedUser(let user): user.quotaProject
        case .externalAccount(let account): account.quotaProject
        }
    }

    /// Returns a source of access tokens. It sends nothing until it is first asked for a token.
    public func tokens(
        over transport: any HTTPTransport = SystemTransport(), timeout: Duration = .seconds(30),
        now: (@Sendable () -> Date)? = nil
    ) -> any AccessTokenSource {
        let clocks = Clocks(now)
        return switch self {
        case .serviceAccount(let key):
            ServiceAccountTokenSource(key: key, transport: transport, timeout: timeout, now: now)
        case .authorizedUser(let user):
            ExchangedTokenSource(clocks) { _ in
                try await user.exchange(timeout: timeout).token(over: transport, by: clocks)
            }
        case .externalAccount(let account):
            ExchangedTokenSource(clocks) { scopes in
                try await FederatedExchange(account, transport: transport, timeout: timeout, clocks).token(
                    scopes)
            }
        }
    }
}

/// Obtains access tokens by an exchange, and keeps each until shortly before it expires.
struct ExchangedTokenSource: AccessTokenSource {
    private let cache: TokenCache

    init(_ clocks: Clocks, exchange: @escaping @Sendable ([String]) async throws -> HeldToken) {
        cache = TokenCache(
            clocks: clocks, fraction: { Double.random(in: 0..<1) }, pause: { try await Task.sleep(for: $0) },
            exchange: exchange)
    }

    func accessToken(scopes: [String]) async throws -> AccessToken {
        try await cache.accessToken(scopes: scopes)
    }

    func discardAccessTokens() async { cache.discard() }
}

import ExperimentsCore
import Foundation

/// A person's sign-in, as `gcloud auth application-default login` stores it. Its secrets print as `(hidden)`.
public struct AuthorizedUser: Sendable, Hashable {
    /// The project whose quota requests count against; nil if there is none.
    public let quotaProject: String?
    private let clientID: String
    private let clientSecret: SecretText
    private let refreshToken: SecretText
    private let tokenURL: URL

    init(_ fields: KeyFields) throws(ServiceAccountKeyError) {
        clientID = try fields.plainText("client_id")
        clientSecret = SecretText(text: try fields.plainText("client_secret"))
        refreshToken = SecretText(text: try fields.plainText("refresh_token"))
        quotaProject = fields.object["quota_project_id"]?.string
        tokenURL = try fields.serviceURL("token_uri", default: ServiceAccountKey.audience)
    }

    /// Returns the exchange for an access token. It has the scopes that the person agreed to.
    func exchange(timeout: Duration) -> TokenExchange {
        TokenExchange(
            tokenURL: tokenURL,
            fields: [
                ("grant_type", "refresh_token"), ("client_id", clientID),
                ("client_secret", clientSecret.text),
                ("refresh_token", refreshToken.text),
            ],
            secrets: [clientSecret.text, refreshToken.text],
            grantAdvice: "the sign-in has expired; run `gcloud auth application-default login`",
            timeout: timeout)
    }
}

extension KeyFields {
    /// Returns the address of a service that receives a secret: encrypted, or on this machine.
    func serviceURL(_ field: String, default text: String? = nil) throws(ServiceAccountKeyError) -> URL {
        if object[field] == nil, let text, let url = URL(string: text) { return url }
        let url = try url(field)
        guard url.scheme == "https" || ["127.0.0.1", "localhost", "::1", "[::1]"].contains(url.host ?? "")
        else {
            throw problem(field, "must be an https URL; a secret is sent there")
        }
        return url
    }
}

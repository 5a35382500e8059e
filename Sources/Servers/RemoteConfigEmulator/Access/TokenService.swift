import ExperimentsCore
import ExperimentsSupport
import FirebaseConfig
import Foundation

/// The token endpoint of OAuth 2: an access token for the signed assertion of a service account, or for the refresh token
/// of a person.
struct TokenService {
    let tokens: AccessTokens
    /// The accounts whose signature is checked.
    let accounts: [TrustedServiceAccount]
    /// Whether others are taken at their word.
    let trustsStrangers: Bool
    let now: Date
    let lifetime: TimeInterval
    let randomness: Randomness

    private static let assertionGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    private static let refreshGrant = "refresh_token"

    /// Google's own token endpoint, under the names that it has and had.
    private static let googleAudiences: Set<String> = [
        "https://oauth2.googleapis.com/token", "https://www.googleapis.com/oauth2/v4/token",
        "https://accounts.google.com/o/oauth2/token",
    ]

    /// For whom assertions may be made: Google, which stands for this emulator in most SDKs, and this endpoint by the
    /// host that the request names, which is one of the emulator's.
    private func audiences(of request: EmulatorRequest) -> Set<String> {
        guard let host = request.headers["host"] else { return Self.googleAudiences }
        return Self.googleAudiences.union(Route.tokenPaths.map { "http://\(host)\($0)" })
    }

    func answer(_ request: EmulatorRequest) -> EmulatorAnswer {
        let fields = FormFields(request.body, contentType: request.headers["content-type"])
        guard let grantType = fields["grant_type"] else {
            return refusal("invalid_request", "Required parameter is missing: grant_type")
        }
        if grantType == Self.refreshGrant { return refresh(fields) }
        guard grantType == Self.assertionGrant else {
            return refusal("unsupported_grant_type", "Invalid grant_type: \(Quotation.of(grantType))")
        }
        guard let text = fields["assertion"], !text.isEmpty else {
            return refusal("invalid_request", "Required parameter is missing: assertion")
        }
        do throws(SignedAssertion.Problem) {
            let assertion = try SignedAssertion(text, audiences: audiences(of: request), now: now)
            let account = accounts.first { $0.email == assertion.issuer }
            if let account, let keyID = assertion.keyID, !account.hasKey(keyID) {
                return refusal("invalid_grant", "Invalid JWT: 'kid' is not the id of the account's key.")
            }
            guard account?.signed(assertion) ?? trustsStrangers else {
                let reason = account == nil ? "Invalid JWT: the account is not known." : "Invalid JWT Signature."
                return refusal("invalid_grant", reason)
            }
            return granted(
                to: assertion.issuer, isVerified: account != nil,
                scopes: assertion.scopes.intersection(AccessGrant.templateScopes))
        } catch {
            return refusal("invalid_grant", error.message)
        }
    }

    /// A person's token is taken as it is, where no project has a service account of its own.
    private func refresh(_ fields: FormFields) -> EmulatorAnswer {
        guard fields["refresh_token"]?.isEmpty == false else {
            return refusal("invalid_request", "Required parameter is missing: refresh_token")
        }
        guard trustsStrangers else { return refusal("invalid_grant", "Only the service account is accepted.") }
        return granted(to: AccessGrant.ownerEmail, isVerified: false, scopes: AccessGrant.templateScopes)
    }

    private func granted(to email: String, isVerified: Bool, scopes: Set<String>) -> EmulatorAnswer {
        let grant = AccessGrant(
            email: email, isVerified: isVerified, scopes: scopes, expiresAt: now.addingTimeInterval(lifetime))
        let body: JSONValue = [
            "access_token": .string(tokens.issue(grant, now: now, randomness: randomness)),
            // A second less, as Google does it: the answer takes time to arrive.
            "expires_in": .number(String(max(Int(lifetime) - 1, 0))), "token_type": "Bearer",
        ]
        return EmulatorAnswer(.json(body), note: "access token for \(Quotation.of(email))")
    }

    private func refusal(_ error: String, _ description: String) -> EmulatorAnswer {
        EmulatorAnswer(
            .json(["error": .string(error), "error_description": .string(description)], status: 400), note: description)
    }
}

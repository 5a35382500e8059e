import ExperimentsCore
import FirebaseConfig
import Foundation

/// The token endpoint of OAuth 2: an access token for the signed assertion of a service account.
struct TokenService {
    let tokens: AccessTokens
    /// The accounts whose signature is checked.
    let accounts: [TrustedServiceAccount]
    /// Whether others are taken at their word.
    let trustsStrangers: Bool
    let now: Date
    let lifetime: TimeInterval
    let randomness: Randomness

    private static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    func answer(_ request: EmulatorRequest) -> EmulatorAnswer {
        let fields = FormFields(request.body)
        guard let grantType = fields["grant_type"] else {
            return refusal("invalid_request", "Required parameter is missing: grant_type")
        }
        guard grantType == Self.grantType else {
            return refusal("unsupported_grant_type", "Invalid grant_type: \(grantType)")
        }
        guard let text = fields["assertion"], !text.isEmpty else {
            return refusal("invalid_request", "Required parameter is missing: assertion")
        }
        do throws(SignedAssertion.Problem) {
            let assertion = try SignedAssertion(text, now: now)
            let account = accounts.first { $0.email == assertion.issuer }
            guard account?.signed(assertion) ?? trustsStrangers else {
                let reason = account == nil ? "Invalid JWT: the account is not known." : "Invalid JWT Signature."
                return refusal("invalid_grant", reason)
            }
            let grant = AccessGrant(
                email: assertion.issuer, isVerified: account != nil, scopes: assertion.scopes,
                expiresAt: now.addingTimeInterval(lifetime))
            let token = tokens.issue(grant, now: now, randomness: randomness)
            let body: JSONValue = [
                // A second less, as Google does it: the answer takes time to arrive.
                "access_token": .string(token), "expires_in": .number(String(max(Int(lifetime) - 1, 0))),
                "token_type": "Bearer",
            ]
            return EmulatorAnswer(.json(body), note: "access token for \(Quotation.of(assertion.issuer))")
        } catch {
            return refusal("invalid_grant", error.message)
        }
    }

    private func refusal(_ error: String, _ description: String) -> EmulatorAnswer {
        EmulatorAnswer(
            .json(["error": .string(error), "error_description": .string(description)], status: 400), note: description)
    }
}

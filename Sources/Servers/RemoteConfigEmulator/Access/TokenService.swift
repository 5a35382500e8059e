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

    /// Google's own token endpoint, under the names that it has and had.
    private static let googleAudiences: Set<String> = [
        "https://oauth2.googleapis.com/token", "https://www.googleapis.com/oauth2/v4/token",
        "https://accounts.google.com/o/oauth2/token",
    ]

    /// For whom assertions may be made: Google, which stands for this emulator in most SDKs, and this endpoint by the
    /// host that the request names, which is one of the emulator's.
    private func audiences(of request: EmulatorRequest) -> Set<String> {
        guard let host = request.headers["host"] else { return Self.googleAudiences }
        return Self.googleAudiences.union(["http://\(host)/token", "http://\(host)/oauth2/v4/token"])
    }

    func answer(_ request: EmulatorRequest) -> EmulatorAnswer {
        let fields = FormFields(request.body)
        guard let grantType = fields["grant_type"] else {
            return refusal("invalid_request", "Required parameter is missing: grant_type")
        }
        guard grantType == Self.grantType else {
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
            let grant = AccessGrant(
                email: assertion.issuer, isVerified: account != nil,
                scopes: assertion.scopes.intersection(AccessGrant.templateScopes),
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

/// The fields of a body in the form of HTML forms, `a=1&b=two+words`.
struct FormFields {
    private var values: [String: String] = [:]

    /// Reads a body; pairs that are not UTF-8 are left out.
    init(_ body: [UInt8]) {
        for pair in String(decoding: body, as: UTF8.self).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.dropFirst().first ?? "") else {
                continue
            }
            values[name] = value
        }
    }

    /// The value called `name`; of several, the last.
    subscript(name: String) -> String? { values[name] }

    private static func decoded(_ text: Substring) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
    }
}

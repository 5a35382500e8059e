import ExperimentsCore
import ExperimentsLocks
import FirebaseConfig
import Foundation

/// The token endpoint of OAuth 2. It returns an access token for the signed assertion of a service account, or for the
/// refresh token of a person.
struct TokenService {
    let tokens: AccessTokens
    /// The accounts whose signatures are checked.
    let accounts: [TrustedServiceAccount]
    /// Whether other accounts are accepted without a check.
    let trustsStrangers: Bool
    let clocks: Clocks
    let lifetime: TimeInterval
    let randomness: Randomness

    private static let assertionGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    private static let refreshGrant = "refresh_token"

    /// Google's own token endpoint, with its current and former names.
    private static let googleAudiences: Set<String> = [
        "https://oauth2.googleapis.com/token", "https://www.googleapis.com/oauth2/v4/token",
        "https://accounts.google.com/o/oauth2/token",
    ]

    /// Returns the valid audiences of assertions: Google, which most SDKs use, and this endpoint with the host of the
    /// request, which is one of the emulator's.
    private func audiences(of request: EmulatorRequest) -> Set<String> {
        guard let host = request.headers["host"] else { return Self.googleAudiences }
        return Self.googleAudiences.union(
            Route.tokenPaths.flatMap { ["http://\(host)\($0)", "https://\(host)\($0)"] })
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
        do throws(MessageError) {
            let assertion = try SignedAssertion(text, audiences: audiences(of: request), now: clocks.now())
            let account = accounts.first { $0.email == assertion.issuer }
            if let account, let keyID = assertion.keyID, !account.hasKey(keyID) {
                return refusal("invalid_grant", "Invalid JWT: 'kid' is not the id of the account's key.")
            }
            guard account?.signed(assertion) ?? trustsStrangers else {
                let reason =
                    account == nil ? "Invalid JWT: the account is not known." : "Invalid JWT Signature."
                return refusal("invalid_grant", reason)
            }
            return granted(
                to: assertion.issuer, isVerified: account != nil,
                scopes: assertion.scopes.intersection(AccessGrant.templateScopes))
        } catch {
            return refusal("invalid_grant", "Invalid JWT: \(error.message).")
        }
    }

    /// Accepts any token of a person, if no project has a service account.
    private func refresh(_ fields: FormFields) -> EmulatorAnswer {
        guard fields["refresh_token"]?.isEmpty == false else {
            return refusal("invalid_request", "Required parameter is missing: refresh_token")
        }
        guard trustsStrangers else {
            return refusal("invalid_grant", "Only the service account is accepted.")
        }
        return granted(to: AccessGrant.ownerEmail, isVerified: false, scopes: AccessGrant.templateScopes)
    }

    private func granted(to email: String, isVerified: Bool, scopes: Set<String>) -> EmulatorAnswer {
        let now = clocks.steady()
        let grant = AccessGrant(
            email: email, isVerified: isVerified, scopes: scopes, expiresAt: now.addingTimeInterval(lifetime))
        let body: JSONValue = [
            "access_token": .string(tokens.issue(grant, at: now, randomness: randomness)),
            // One second less, as at Google, because the answer takes time to arrive.
            "expires_in": .number(String(max(Int(lifetime) - 1, 0))), "token_type": "Bearer",
        ]
        return EmulatorAnswer(.json(body), note: "access token for \(Quotation.of(email))")
    }

    private func refusal(_ error: String, _ description: String) -> EmulatorAnswer {
        EmulatorAnswer(
            .json(["error": .string(error), "error_description": .string(description)], status: 400),
            note: description)
    }
}

/// The fields of a body: a form (`a=1&b=two+words`), a form in parts (`multipart/form-data`), or a JSON object.
struct FormFields {
    private var values: [String: String] = [:]

    /// Reads a body; fields that cannot be read are left out.
    init(_ body: [UInt8], contentType: String?) {
        let type = contentType?.lowercased() ?? ""
        if type.hasPrefix("multipart/form-data"), let boundary = Self.boundary(contentType ?? "") {
            readParts(String(decoding: body, as: UTF8.self), boundary)
        } else if let object = (try? JSONValue(parsing: body))?.object {
            for member in object.members { values[member.name] = member.value.valueText }
        } else {
            readPairs(String(decoding: body, as: UTF8.self))
        }
    }

    /// The value called `name`; the last one if there are several.
    subscript(name: String) -> String? { values[name] }

    private mutating func readPairs(_ text: String) {
        for pair in text.components(separatedBy: "&") {
            let end = pair.utf8.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = Self.decoded(pair[..<end]),
                let value = Self.decoded(pair[end...].dropFirst(end == pair.endIndex ? 0 : 1))
            else { continue }
            values[name] = value
        }
    }

    private static func decoded(_ text: Substring) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
    }

    private mutating func readParts(_ text: String, _ boundary: String) {
        for part in text.components(separatedBy: "--" + boundary) {
            guard let end = part.range(of: "\r\n\r\n"), let name = Self.fieldName(part[..<end.lowerBound])
            else {
                continue
            }
            let value = part[end.upperBound...]
            values[name] = value.hasSuffix("\r\n") ? String(value.dropLast()) : String(value)
        }
    }

    /// The name in `Content-Disposition: form-data; name="grant_type"`.
    private static func fieldName(_ head: Substring) -> String? {
        guard let start = head.range(of: "name=\""), let end = head[start.upperBound...].range(of: "\"")
        else {
            return nil
        }
        return String(head[start.upperBound..<end.lowerBound])
    }

    private static func boundary(_ contentType: String) -> String? {
        guard let start = contentType.range(of: "boundary=", options: .caseInsensitive) else { return nil }
        let text = contentType[start.upperBound...].prefix { $0 != ";" }
        let boundary = text.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
        return boundary.isEmpty ? nil : boundary
    }
}

/// The issued access tokens. Safe to use from any thread.
final class AccessTokens: Sendable {
    /// The largest number of stored tokens. Beyond it, expired tokens are removed, and then the oldest.
    private static let limit = 10_000

    private static let prefix = "emulated."

    private let grants = Mutex<[String: AccessGrant]>([:])

    /// Returns a new token for `grant`.
    func issue(_ grant: AccessGrant, at now: Date, randomness: Randomness) -> String {
        let token = Self.prefix + String(randomness.next(), radix: 36) + String(randomness.next(), radix: 36)
        grants.withLock { grants in
            if grants.count >= Self.limit {
                grants = grants.filter { now < $0.value.expiresAt }
                if grants.count >= Self.limit,
                    let oldest = grants.min(by: { $0.value.expiresAt < $1.value.expiresAt })
                {
                    grants[oldest.key] = nil
                }
            }
            grants[token] = grant
        }
        return token
    }

    /// Returns whether a token looks like those of an emulator, so that an unknown one was revoked or has expired.
    static func isIssuedHere(_ token: String) -> Bool { token.hasPrefix(prefix) }

    /// Returns the grant of `token`; nil if it is unknown or expired.
    func grant(_ token: String, at now: Date) -> AccessGrant? {
        grants.withLock { grants in
            guard let grant = grants[token], now < grant.expiresAt else { return nil }
            return grant
        }
    }

    /// Makes all tokens invalid.
    func revokeAll() {
        grants.withLock { $0 = [:] }
    }
}

/// The permissions of an access token.
struct AccessGrant: Sendable, Hashable {
    /// The service account's e-mail address.
    let email: String
    /// Whether the account's signature was checked.
    let isVerified: Bool
    /// The scopes that it has, limited to `templateScopes`, because others have no use here.
    let scopes: Set<String>
    /// The expiry, by the steady clock.
    let expiresAt: Date

    /// The account of operators with their own token instead of a service account.
    static let ownerEmail = "owner@localhost"
    /// The scopes for templates. One of them is needed.
    static let templateScopes: Set<String> = [
        "https://www.googleapis.com/auth/firebase.remoteconfig", "https://www.googleapis.com/auth/firebase",
        "https://www.googleapis.com/auth/cloud-platform",
    ]

    var includesTemplates: Bool { !scopes.isDisjoint(with: Self.templateScopes) }
}

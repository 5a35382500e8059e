import CryptoExtras
import ExperimentsCore
import ExperimentsTransport
import Foundation

extension ServiceAccountKey {
    /// The audience of assertions, regardless of the address of the token endpoint; the same as in Google's own
    /// libraries.
    public static let audience = "https://oauth2.googleapis.com/token"
    /// The number of seconds for which an assertion is valid: the maximum that Google accepts.
    public static let assertionLifetime: TimeInterval = 3600

    /// Creates an assertion, a JSON Web Token signed with the private key (RS256), which can be exchanged for an access
    /// token of this account. It is as secret as a password until it expires.
    ///
    /// - Parameters:
    ///   - scopes: the scopes of the access token, such as `GoogleScope.remoteConfig`; at least one.
    ///   - issuedAt: the time of issue; the assertion is valid for an hour after that.
    ///   - subject: the user to act for, if a domain's administrator has allowed that; nil for the account itself.
    /// - Throws: `ServiceAccountKeyError` if the private key cannot sign, or if `scopes` is empty or contains an
    ///   invalid scope.
    public func assertion(
        for scopes: [String], issuedAt: Date, subject: String? = nil
    ) throws(ServiceAccountKeyError) -> String {
        guard !scopes.isEmpty, scopes.allSatisfy({ !$0.isEmpty && $0.isVisibleASCII }) else {
            throw ServiceAccountKeyError(origin, "cannot sign: a scope must be one word without spaces")
        }
        let second = Int64(issuedAt.timeIntervalSince1970.rounded(.down))
        var claims = JSONObject()
        claims["iss"] = .string(clientEmail)
        claims["sub"] = subject.map(JSONValue.string)
        claims["scope"] = .string(scopes.joined(separator: " "))
        claims["aud"] = .string(Self.audience)
        claims["iat"] = .number(String(second))
        claims["exp"] = .number(String(second + Int64(Self.assertionLifetime)))
        let header: JSONValue = ["alg": "RS256", "typ": "JWT", "kid": .string(keyID)]
        // The library's error may quote the key, so it is replaced.
        do {
            let key = try _RSA.Signing.PrivateKey(pemRepresentation: privateKey.text)
            return try JSONWebToken.text(header: header, claims: .object(claims)) { bytes in
                try key.signature(for: bytes, padding: .insecurePKCS1v1_5).rawRepresentation
            }
        } catch {
            throw ServiceAccountKeyError(
                origin, field: "private_key", "is damaged, or is not an RSA key of at least 2048 bits",
                advice: "download a new key file")
        }
    }
}

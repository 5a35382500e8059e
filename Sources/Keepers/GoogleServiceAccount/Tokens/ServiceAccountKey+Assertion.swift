import CryptoExtras
import ExperimentsCore
import ExperimentsTransport
import Foundation

extension ServiceAccountKey {
    /// For whom assertions are meant, whatever the token endpoint is called: Google's own libraries say so too.
    public static let audience = "https://oauth2.googleapis.com/token"
    /// How many seconds an assertion may be used; Google accepts no more.
    public static let assertionLifetime: TimeInterval = 3600

    /// A statement, signed with the private key, that its bearer acts for this account: a JSON Web Token (RS256). It is
    /// as secret as a password while it lives.
    ///
    /// - Parameters:
    ///   - scopes: what the token that it is exchanged for shall allow, such as `GoogleScope.remoteConfig`; at least
    ///     one.
    ///   - issuedAt: the time; the statement is good for an hour from then on.
    ///   - subject: the user to act for, where a domain's administrator has allowed that; nil for the account itself.
    /// - Throws: `ServiceAccountKeyError` for a private key that cannot sign, or for scopes that are none.
    public func assertion(
        for scopes: [String], issuedAt: Date, subject: String? = nil
    ) throws(ServiceAccountKeyError) -> String {
        guard !scopes.isEmpty, scopes.allSatisfy({ !$0.isEmpty && $0.isVisibleASCII }) else {
            throw ServiceAccountKeyError(origin, "cannot sign: a scope must be one word without blanks")
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
        // What the signer says about a key that it cannot use may quote it; only our own words go on.
        do {
            let key = try _RSA.Signing.PrivateKey(pemRepresentation: privateKey.pem)
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

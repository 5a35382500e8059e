import ExperimentsTransport
import Foundation
import JWTKit

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
    ) async throws(ServiceAccountKeyError) -> String {
        guard !scopes.isEmpty, scopes.allSatisfy({ !$0.isEmpty && $0.isVisibleASCII }) else {
            throw ServiceAccountKeyError(origin, "cannot sign: a scope must be one word without blanks")
        }
        let second = Int64(issuedAt.timeIntervalSince1970.rounded(.down))
        let claims = AssertionClaims(
            iss: clientEmail, sub: subject, scope: scopes.joined(separator: " "), aud: Self.audience,
            iat: second, exp: second + Int64(Self.assertionLifetime))
        // What the signer says about a key that it cannot use may quote it; only our own words go on.
        do {
            let key = try Insecure.RSA.PrivateKey(pem: privateKey.pem)
            let keys = JWTKeyCollection()
            await keys.add(rsa: key, digestAlgorithm: .sha256, kid: JWKIdentifier(string: keyID))
            var header = JWTHeader()
            header.kid = keyID
            header.typ = "JWT"
            return try await keys.sign(claims, header: header)
        } catch {
            throw ServiceAccountKeyError(
                origin, field: "private_key", "is damaged, or is not an RSA key of at least 2048 bits",
                advice: "download a new key file")
        }
    }
}

private struct AssertionClaims: JWTPayload {
    let iss: String
    let sub: String?
    let scope: String
    let aud: String
    let iat: Int64
    let exp: Int64

    /// Nothing is verified on this side: the claims are this side's own.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}

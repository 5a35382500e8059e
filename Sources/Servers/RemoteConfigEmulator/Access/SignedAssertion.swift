import CryptoExtras
import ExperimentsCore
import Foundation

/// A JSON Web Token with which a service account requests an access token. Its signature is not checked yet.
struct SignedAssertion {
    let token: JSONWebToken
    let keyID: String?
    /// The service account's e-mail address.
    let issuer: String
    let scopes: Set<String>

    /// The maximum lifetime of an assertion in seconds.
    private static let longestLifetime: TimeInterval = 3600
    /// The maximum difference between the clocks of both sides in seconds.
    private static let clockTolerance: TimeInterval = 300
    /// The maximum size in bytes. Usual assertions have less than a thousand.
    private static let longest = 8192

    /// Reads an assertion for one of `audiences`.
    init(_ text: String, audiences: Set<String>, now: Date) throws(MessageError) {
        guard text.utf8.count <= Self.longest else {
            throw MessageError("it has more than \(Self.longest) bytes")
        }
        token = try JSONWebToken(parsing: text, allowingPadding: true)
        let claims = token.claims
        guard token.header["alg"]?.string == "RS256" else { throw MessageError("'alg' must be RS256") }
        issuer = try Self.text(claims, "iss")
        guard audiences.contains(try Self.text(claims, "aud")) else {
            throw MessageError(
                "'aud' must be the address of the token endpoint: "
                    + audiences.sorted().joined(separator: ", "))
        }
        scopes = Set(try Self.text(claims, "scope").split(scalar: " ").map(String.init))
        try Self.checkTimes(issued: try Self.time(claims, "iat"), end: try Self.time(claims, "exp"), now)
        keyID = token.header["kid"]?.string
    }

    private static func checkTimes(issued: Date, end: Date, _ now: Date) throws(MessageError) {
        guard end > now else { throw MessageError("it has expired ('exp'); check the clock") }
        guard issued <= now.addingTimeInterval(clockTolerance) else {
            throw MessageError("it was issued in the future ('iat'); check the clock")
        }
        guard end.timeIntervalSince(issued) <= longestLifetime else {
            throw MessageError("it must be valid for at most an hour ('iat' and 'exp')")
        }
    }

    private static func text(_ claims: JSONObject, _ name: String) throws(MessageError) -> String {
        guard let text = claims[name]?.string, !text.isEmpty else {
            throw MessageError("'\(name)' is missing")
        }
        return text
    }

    private static func time(_ claims: JSONObject, _ name: String) throws(MessageError) -> Date {
        guard let seconds = claims[name]?.double, seconds.isFinite else {
            throw MessageError("'\(name)' must be a time in seconds")
        }
        return Date(timeIntervalSince1970: seconds)
    }
}

/// A service account whose signature the emulator checks.
public struct TrustedServiceAccount: Sendable {
    /// The email address of the account, which is the issuer of its assertions.
    public let email: String
    /// The ID of its key; nil if the file does not have it.
    private let keyID: String?
    private let key: _RSA.Signing.PublicKey

    /// Reads the JSON key file of a service account, or one with only `client_email` and `public_key`.
    ///
    /// - Throws: the reason why it cannot be used, which never contains a key.
    public init(parsing bytes: [UInt8]) throws {
        let json = try JSONValue(parsing: bytes) { error in
            MessageError("the service account's file is not JSON: \(error)")
        }
        guard let email = json.object?["client_email"]?.string, !email.isEmpty else {
            throw MessageError("the service account's file has no client_email")
        }
        self.email = email
        keyID = json.object?["private_key_id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        if let text = json.object?["public_key"]?.string {
            guard let key = try? _RSA.Signing.PublicKey(pemRepresentation: text) else {
                throw MessageError("public_key must be an RSA key of 2048 bits or more, in PEM")
            }
            self.key = key
        } else {
            guard let text = json.object?["private_key"]?.string,
                let key = try? _RSA.Signing.PrivateKey(pemRepresentation: text)
            else {
                throw MessageError(
                    "private_key (or public_key) must be an RSA key of 2048 bits or more, in PEM")
            }
            self.key = key.publicKey
        }
    }

    /// Returns whether its key may have this ID.
    func hasKey(_ id: String) -> Bool {
        keyID == nil || keyID == id
    }

    /// Returns whether the account signed an assertion (RS256).
    func signed(_ assertion: SignedAssertion) -> Bool {
        key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: assertion.token.signature),
            for: assertion.token.signedBytes,
            padding: .insecurePKCS1v1_5)
    }
}

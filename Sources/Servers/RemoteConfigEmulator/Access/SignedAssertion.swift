import CryptoExtras
import ExperimentsCore
import Foundation

/// A JSON Web Token with which a service account requests an access token. Its signature is not checked yet.
struct SignedAssertion {
    /// The reason why a text is not a valid assertion.
    struct Problem: Error {
        let message: String

        init(_ message: String) {
            self.message = "Invalid JWT: " + message
        }
    }

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
    init(_ text: String, audiences: Set<String>, now: Date) throws(Problem) {
        guard text.utf8.count <= Self.longest else { throw Problem("it has more than \(Self.longest) bytes.") }
        token = try Self.token(text)
        let claims = token.claims
        guard token.header["alg"]?.string == "RS256" else { throw Problem("'alg' must be RS256.") }
        issuer = try Self.text(claims, "iss")
        guard audiences.contains(try Self.text(claims, "aud")) else {
            throw Problem(
                "'aud' must be the address of the token endpoint: " + audiences.sorted().joined(separator: ", ") + ".")
        }
        scopes = Set(try Self.text(claims, "scope").split(scalar: " ").map(String.init))
        try Self.checkTimes(issued: try Self.time(claims, "iat"), end: try Self.time(claims, "exp"), now)
        keyID = token.header["kid"]?.string
    }

    private static func checkTimes(issued: Date, end: Date, _ now: Date) throws(Problem) {
        guard end > now else { throw Problem("it has expired ('exp'); check the clock.") }
        guard issued <= now.addingTimeInterval(clockTolerance) else {
            throw Problem("it was issued in the future ('iat'); check the clock.")
        }
        guard end.timeIntervalSince(issued) <= longestLifetime else {
            throw Problem("it must be valid for at most an hour ('iat' and 'exp').")
        }
    }

    private static func token(_ text: String) throws(Problem) -> JSONWebToken {
        do throws(JSONWebToken.Problem) {
            return try JSONWebToken(parsing: text, allowingPadding: true)
        } catch {
            switch error {
            case .parts: throw Problem("it must be three base64url strings with dots between them.")
            case .objects: throw Problem("the header and the claims must be JSON objects in base64url.")
            }
        }
    }

    private static func text(_ claims: JSONObject, _ name: String) throws(Problem) -> String {
        guard let text = claims[name]?.string, !text.isEmpty else { throw Problem("'\(name)' is missing.") }
        return text
    }

    private static func time(_ claims: JSONObject, _ name: String) throws(Problem) -> Date {
        guard let seconds = claims[name]?.double, seconds.isFinite else {
            throw Problem("'\(name)' must be a time in seconds.")
        }
        return Date(timeIntervalSince1970: seconds)
    }
}

/// A service account whose signature the emulator checks.
public struct TrustedServiceAccount: Sendable {
    /// The reason why a text does not contain such an account. It never contains a key.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
        /// The problem, and what was expected.
        public let description: String
    }

    /// The email address of the account, which is the issuer of its assertions.
    public let email: String
    /// The ID of its key; nil if the file does not have it.
    private let keyID: String?
    private let key: _RSA.Signing.PublicKey

    /// Reads the JSON key file of a service account, or one with only `client_email` and `public_key`.
    ///
    /// - Throws: `Problem`, which never contains a key.
    public init(parsing bytes: [UInt8]) throws(Problem) {
        let json = try JSONValue(parsing: bytes) { error in
            Problem(description: "the service account's file is not JSON: \(error)")
        }
        guard let email = json.object?["client_email"]?.string, !email.isEmpty else {
            throw Problem(description: "the service account's file has no client_email")
        }
        self.email = email
        keyID = json.object?["private_key_id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        if let text = json.object?["public_key"]?.string {
            guard let key = try? _RSA.Signing.PublicKey(pemRepresentation: text) else {
                throw Problem(description: "public_key must be an RSA key of 2048 bits or more, in PEM")
            }
            self.key = key
        } else {
            guard let text = json.object?["private_key"]?.string,
                let key = try? _RSA.Signing.PrivateKey(pemRepresentation: text)
            else {
                throw Problem(
                    description: "private_key (or public_key) must be an RSA key of 2048 bits or more, in PEM")
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
            _RSA.Signing.RSASignature(rawRepresentation: assertion.token.signature), for: assertion.token.signedBytes,
            padding: .insecurePKCS1v1_5)
    }
}

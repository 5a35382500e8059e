import ExperimentsCore
import Foundation

/// A JSON Web Token with which a service account asks for an access token.
struct SignedAssertion {
    /// Why a text is not a usable one.
    struct Problem: Error {
        let message: String
    }

    /// The signed text: header and claims as they were sent.
    let signedBytes: [UInt8]
    let signature: [UInt8]
    let keyID: String?
    /// The service account's e-mail address.
    let issuer: String
    let scopes: Set<String>
    let expiresAt: Date

    /// The longest time that an assertion may be good for.
    private static let longestLifetime: TimeInterval = 3600
    /// How far the clocks of the two sides may be apart.
    private static let clockTolerance: TimeInterval = 300

    /// The most bytes that one may have; usual ones have less than a thousand.
    private static let longest = 8192

    /// Reads an assertion that was made for one of `audiences`.
    init(_ text: String, audiences: Set<String>, now: Date) throws(Problem) {
        guard text.utf8.count <= Self.longest else {
            throw Problem(message: "Invalid JWT: it has more than \(Self.longest) bytes.")
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let signature = Base64URL.bytes(of: parts[2]), !signature.isEmpty else {
            throw Problem(message: "Invalid JWT: it must be three base64url texts with dots between them.")
        }
        let header = try Self.object(parts[0], "header")
        guard header["alg"] == "RS256" else {
            throw Problem(message: "Invalid JWT: 'alg' must be RS256.")
        }
        let claims = try Self.object(parts[1], "claims")
        issuer = try Self.text("iss", in: claims)
        guard audiences.contains(try Self.text("aud", in: claims)) else {
            throw Problem(
                message: "Invalid JWT: 'aud' must be the address of the token endpoint: "
                    + audiences.sorted().joined(separator: ", ") + ".")
        }
        scopes = Set(try Self.text("scope", in: claims).split(separator: " ").map(String.init))
        let issuedAt = try Self.time("iat", in: claims)
        expiresAt = try Self.time("exp", in: claims)
        guard expiresAt > now else {
            throw Problem(message: "Invalid JWT: it has expired ('exp'); check the clock.")
        }
        guard issuedAt <= now.addingTimeInterval(Self.clockTolerance) else {
            throw Problem(message: "Invalid JWT: it was issued in the future ('iat'); check the clock.")
        }
        guard expiresAt.timeIntervalSince(issuedAt) <= Self.longestLifetime else {
            throw Problem(message: "Invalid JWT: it must be good for an hour at most ('iat' and 'exp').")
        }
        keyID = header["kid"]?.string
        self.signature = signature
        signedBytes = Array("\(parts[0]).\(parts[1])".utf8)
    }

    private static func object(_ part: Substring, _ name: String) throws(Problem) -> JSONObject {
        guard let bytes = Base64URL.bytes(of: part), let object = try? JSONValue(parsing: bytes).object else {
            throw Problem(message: "Invalid JWT: the \(name) must be a JSON object in base64url.")
        }
        return object
    }

    private static func text(_ name: String, in claims: JSONObject) throws(Problem) -> String {
        guard let text = claims[name]?.string, !text.isEmpty else {
            throw Problem(message: "Invalid JWT: '\(name)' is missing.")
        }
        return text
    }

    private static func time(_ name: String, in claims: JSONObject) throws(Problem) -> Date {
        guard let seconds = claims[name]?.double, seconds.isFinite else {
            throw Problem(message: "Invalid JWT: '\(name)' must be a time in seconds.")
        }
        return Date(timeIntervalSince1970: seconds)
    }
}

import Foundation
import JWTKit

/// A JSON Web Token with which a service account asks for an access token. Its signature is not checked yet.
struct SignedAssertion {
    /// Why a text is not a usable one.
    struct Problem: Error {
        let message: String

        init(_ message: String) {
            self.message = "Invalid JWT: " + message
        }
    }

    /// The text as it was sent.
    let text: String
    let keyID: String?
    /// The service account's e-mail address.
    let issuer: String
    let scopes: Set<String>

    /// The longest time that an assertion may be good for.
    private static let longestLifetime: TimeInterval = 3600
    /// How far the clocks of the two sides may be apart.
    private static let clockTolerance: TimeInterval = 300
    /// The most bytes that one may have; usual ones have less than a thousand.
    private static let longest = 8192

    /// Reads an assertion that was made for one of `audiences`.
    init(_ text: String, audiences: Set<String>, now: Date) throws(Problem) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.longest else { throw Problem("it has more than \(Self.longest) bytes.") }
        let parser = DefaultJWTParser()
        guard let parts = try? parser.getTokenParts(bytes), !parts.signature.isEmpty else {
            throw Problem("it must be three base64url texts with dots between them.")
        }
        guard let (header, claims, signature) = try? parser.parse(bytes, as: AssertionClaims.self), !signature.isEmpty
        else { throw Problem("the header and the claims must be JSON objects in base64url.") }
        guard header.alg == "RS256" else { throw Problem("'alg' must be RS256.") }
        issuer = try Self.text(claims.issuer, "iss")
        guard audiences.contains(try Self.text(claims.audience, "aud")) else {
            throw Problem(
                "'aud' must be the address of the token endpoint: " + audiences.sorted().joined(separator: ", ") + ".")
        }
        scopes = Set(try Self.text(claims.scope, "scope").split(separator: " ").map(String.init))
        try Self.checkTimes(issued: try Self.time(claims.issued, "iat"), end: try Self.time(claims.end, "exp"), now)
        keyID = header.kid
        self.text = text
    }

    private static func checkTimes(issued: Date, end: Date, _ now: Date) throws(Problem) {
        guard end > now else { throw Problem("it has expired ('exp'); check the clock.") }
        guard issued <= now.addingTimeInterval(clockTolerance) else {
            throw Problem("it was issued in the future ('iat'); check the clock.")
        }
        guard end.timeIntervalSince(issued) <= longestLifetime else {
            throw Problem("it must be good for an hour at most ('iat' and 'exp').")
        }
    }

    private static func text(_ text: String?, _ name: String) throws(Problem) -> String {
        guard let text, !text.isEmpty else { throw Problem("'\(name)' is missing.") }
        return text
    }

    private static func time(_ seconds: Double?, _ name: String) throws(Problem) -> Date {
        guard let seconds, seconds.isFinite else { throw Problem("'\(name)' must be a time in seconds.") }
        return Date(timeIntervalSince1970: seconds)
    }
}

/// The claims of an assertion. What is absent or of another type is nil: the words for it are told elsewhere.
struct AssertionClaims: JWTPayload {
    let issuer: String?
    let audience: String?
    let scope: String?
    let issued: Double?
    let end: Double?

    private enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case audience = "aud"
        case scope
        case issued = "iat"
        case end = "exp"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        issuer = try? values.decode(String.self, forKey: .issuer)
        audience = try? values.decode(String.self, forKey: .audience)
        scope = try? values.decode(String.self, forKey: .scope)
        issued = try? values.decode(Double.self, forKey: .issued)
        end = try? values.decode(Double.self, forKey: .end)
    }

    /// The claims were judged when the assertion was read.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}

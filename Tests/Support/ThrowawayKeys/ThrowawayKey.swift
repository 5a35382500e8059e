import Crypto
import CryptoExtras
import ExperimentsCore
import Foundation

/// A service account's key that was just made and that no service knows.
public struct ThrowawayKey: Sendable {
    /// The members of its file.
    public var members: JSONObject
    /// The private key's PEM text.
    public let pem: String
    private let publicKey: _RSA.Signing.PublicKey

    /// Makes a key of 2048 bits, whose tokens are to be had at `tokenURL`.
    public init(projectID: String = "demo-project", tokenURL: String = "https://oauth2.googleapis.com/token")
        throws
    {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        publicKey = key.publicKey
        pem = key.pkcs8PEMRepresentation + "\n"
        members = JSONObject()
        members["type"] = "service_account"
        members["project_id"] = .string(projectID)
        members["private_key_id"] = "0a1b2c3d4e5f"
        members["private_key"] = .string(pem)
        members["client_email"] = .string("publisher@\(projectID).iam.gserviceaccount.com")
        members["client_id"] = "123456789012345678901"
        members["token_uri"] = .string(tokenURL)
    }

    /// The content of its file.
    public var json: String { JSONValue.object(members).prettyText }

    /// The lines of base64 of the private key, none of which may be seen anywhere.
    public var secretLines: [String] {
        pem.split(separator: "\n").filter { !$0.hasPrefix("-") }.map(String.init)
    }

    /// The header and the claims of a JSON Web Token, if this key has signed it (RS256, base64url without padding).
    public func opened(_ token: String) -> (header: JSONObject, claims: JSONObject)? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let signature = Self.decoded(parts[2]),
            publicKey.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature),
                for: SHA256.hash(data: Data("\(parts[0]).\(parts[1])".utf8)), padding: .insecurePKCS1v1_5),
            let header = Self.object(parts[0]), let claims = Self.object(parts[1])
        else { return nil }
        return (header, claims)
    }

    private static func object(_ part: String) -> JSONObject? {
        decoded(part).flatMap { try? JSONValue(parsing: [UInt8]($0)).object }
    }

    private static func decoded(_ part: String) -> Data? {
        guard !part.contains("="), !part.contains("+"), !part.contains("/") else { return nil }
        let standard = part.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.count % 4) % 4))
    }
}

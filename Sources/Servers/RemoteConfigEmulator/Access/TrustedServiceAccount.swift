import CryptoExtras
import ExperimentsCore
import Foundation

/// A service account whose signature the emulator checks.
public struct TrustedServiceAccount: Sendable {
    /// The reason why a text does not contain such an account. It never contains a key.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
        /// What is wrong and what was expected.
        public let description: String
    }

    /// The e-mail address of the account, which its assertions name as their issuer.
    public let email: String
    /// The id of its key; nil where the file does not say.
    private let keyID: String?
    private let key: _RSA.Signing.PublicKey

    /// Reads the JSON key file of a service account, or one with only `client_email` and `public_key`.
    ///
    /// - Throws: `Problem` with what is wrong and what was expected.
    public init(parsing bytes: [UInt8]) throws(Problem) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw Problem(description: "the service account's file is not JSON: \(error)")
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

    /// Whether its key may have this id.
    func hasKey(_ id: String) -> Bool {
        keyID == nil || keyID == id
    }

    /// Whether the account signed it (RS256).
    func signed(_ assertion: SignedAssertion) -> Bool {
        key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: assertion.token.signature), for: assertion.token.signedBytes,
            padding: .insecurePKCS1v1_5)
    }
}

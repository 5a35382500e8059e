import ExperimentsSupport
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// The secret with which an app asks a server for its overrides. Only the app knows it: the server stores its digest.
///
/// It never describes itself with its text, so that no log and no error can hold it.
package struct LinkSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The prefix of secrets, with which tools that look for leaked secrets can find them.
    static let prefix = "exl_"
    private static let byteCount = 24

    /// The text that the app gets.
    package let text: String

    /// A text that a client shows.
    package init(_ text: String) {
        self.text = text
    }

    /// A new secret.
    ///
    /// - Parameter random: the source of randomness, which must be unpredictable except in tests.
    package init(using random: inout some RandomNumberGenerator) {
        let bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        text = Self.prefix + Base64URL.text(bytes)
    }

    /// The digest that is stored.
    var digest: LinkDigest { LinkDigest(of: text) }

    /// `(a secret)`.
    package var description: String { "(a secret)" }
    /// `(a secret)`.
    package var debugDescription: String { description }
}

/// The SHA-256 of a secret. A secret has too many bits to be guessed, so that its digest needs no salt.
struct LinkDigest: Sendable {
    private let bytes: [UInt8]

    init(of text: String) {
        bytes = Array(SHA256.hash(data: Data(text.utf8)))
    }

    /// Reads a digest from hexadecimal digits; nil for any other text.
    init?(hexadecimal text: String) {
        guard let bytes = Hexadecimal.bytes(text), bytes.count == SHA256.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The digest in hexadecimal digits.
    var hexadecimal: String { Hexadecimal.text(bytes) }

    /// Whether both are equal. It takes the same time wherever they differ.
    func isSame(as other: LinkDigest) -> Bool {
        bytes.equalsInConstantTime(other.bytes)
    }
}

extension LinkDigest: Hashable {
    static func == (one: LinkDigest, other: LinkDigest) -> Bool { one.isSame(as: other) }
}

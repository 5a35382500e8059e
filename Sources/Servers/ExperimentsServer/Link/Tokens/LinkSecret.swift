import ExperimentsDigests
import ExperimentsSupport
import Foundation

/// The secret with which an app authenticates at a server of overrides. Only the app knows it; the server stores its
/// digest.
///
/// Its description does not contain the text, so that it never appears in a log or an error.
package struct LinkSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The prefix of secrets, by which tools can find leaked ones.
    static let prefix = "exl_"
    private static let byteCount = 24

    /// The text for the app.
    package let text: String

    /// Creates a secret from the text that a client sends.
    package init(_ text: String) {
        self.text = text
    }

    /// Creates a new secret.
    ///
    /// - Parameter random: the source of randomness, which must be unpredictable except in tests.
    package init(using random: inout some RandomNumberGenerator) {
        let bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        text = Self.prefix + Base64URL.text(bytes)
    }

    /// The digest to store.
    var digest: LinkDigest { LinkDigest(of: text) }

    /// The text `(a secret)`.
    package var description: String { "(a secret)" }
    /// The text `(a secret)`.
    package var debugDescription: String { description }
}

/// The SHA-256 digest of a secret. A secret has too many bits to be guessed, so its digest needs no salt.
struct LinkDigest: Sendable {
    private let bytes: [UInt8]

    init(of text: String) {
        bytes = SHA256Sum.of(text)
    }

    /// Reads a digest from hexadecimal digits; nil for any other text.
    init?(hexadecimal text: String) {
        guard let bytes = Hexadecimal.bytes(text), bytes.count == SHA256Sum.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The digest in hexadecimal digits.
    var hexadecimal: String { Hexadecimal.text(bytes) }

    /// Returns whether two digests are equal, in constant time.
    func isSame(as other: LinkDigest) -> Bool {
        bytes.equalsInConstantTime(other.bytes)
    }
}

extension LinkDigest: Hashable {
    static func == (one: LinkDigest, other: LinkDigest) -> Bool { one.isSame(as: other) }
}

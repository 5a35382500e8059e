import ExperimentsSupport
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// What an app shows to a server to be told its overrides. It is known to the app alone: the server keeps its digest.
///
/// It never describes itself with its text, so that no log and no error can hold it.
package struct LinkSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// What secrets begin with, so that tools that look for leaked secrets can find one.
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
    /// - Parameter random: of a kind that nobody can foresee, but in tests.
    package init(using random: inout some RandomNumberGenerator) {
        let bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        text = Self.prefix + Base64URL.text(bytes)
    }

    /// What is kept of it.
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

    /// The digest that hexadecimal digits stand for; nil for another text.
    init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 2 * SHA256.byteCount else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    /// The digest in hexadecimal digits.
    var hexadecimal: String { bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined() }

    /// Whether both are the same. It takes as long where they differ in the first byte as in the last.
    func isSame(as other: LinkDigest) -> Bool {
        zip(bytes, other.bytes).reduce(bytes.count == other.bytes.count ? 0 : 1) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension LinkDigest: Hashable {
    static func == (one: LinkDigest, other: LinkDigest) -> Bool { one.isSame(as: other) }
}

import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// A secret that requests show. It is in no description and no dump, and how long a comparison takes tells nothing of it.
package struct ServerToken: Sendable, Hashable {
    private let text: String

    /// A token; nil for an empty text.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }

    /// Whether somebody who shows `other` knows the token.
    package func matches(_ other: String) -> Bool {
        // Digests are of one length, and who asks does not know what they should be.
        let pairs = zip(SHA256.hash(data: Data(text.utf8)), SHA256.hash(data: Data(other.utf8)))
        return pairs.reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// A key that lets in where a web address has to carry what authorizes, such as that of an event stream. It follows
    /// from the token, which does not follow from it.
    ///
    /// - Parameter purpose: what the key is for; keys for others are others.
    package func key(for purpose: String) -> ServerToken? {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(purpose.utf8), using: SymmetricKey(data: Data(text.utf8)))
        return ServerToken(code.prefix(16).map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined())
    }

    /// The token itself, for those who are to have it.
    package var secret: String { text }
}

extension ServerToken: CustomStringConvertible, CustomReflectable {
    /// `(hidden)`.
    package var description: String { "(hidden)" }

    /// Without the token.
    package var customMirror: Mirror { Mirror(self, children: ["token": description]) }
}

import ExperimentsSupport
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// A secret that authorizes requests. It never appears in a description or dump, and is compared in constant time.
package struct ServerToken: Sendable, Hashable {
    private let text: String

    /// Creates a token; nil for an empty text.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }

    /// Returns whether `other` is the token.
    package func matches(_ other: String) -> Bool {
        // Digests have the same length, and callers do not know the expected one.
        SHA256.hash(data: Data(text.utf8)).equalsInConstantTime(SHA256.hash(data: Data(other.utf8)))
    }

    /// Returns a key for web addresses that must contain their authorization, such as that of an event stream. The key
    /// is derived from the token, and does not reveal it.
    ///
    /// - Parameter purpose: the purpose of the key. Keys for different purposes differ.
    package func key(for purpose: String) -> ServerToken? {
        let code = HMAC<SHA256>.authenticationCode(for: Data(purpose.utf8), using: SymmetricKey(data: Data(text.utf8)))
        return ServerToken(Hexadecimal.text(code.prefix(16)))
    }

    /// The text of the token.
    package var secret: String { text }
}

extension ServerToken: CustomStringConvertible, CustomReflectable {
    /// The text `(hidden)`.
    package var description: String { "(hidden)" }

    /// A mirror without the token.
    package var customMirror: Mirror { Mirror(self, children: ["token": description]) }
}

import ExperimentsDigests
import ExperimentsSupport
import Foundation

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
        SHA256Sum.of(text).equalsInConstantTime(SHA256Sum.of(other))
    }

    /// Returns a key for web addresses that must contain their authorization, such as that of an event stream. The key
    /// is derived from the token, and does not reveal it.
    ///
    /// - Parameter purpose: the purpose of the key. Keys for different purposes differ.
    package func key(for purpose: String) -> ServerToken? {
        var code = HMACSHA256(key: Array(text.utf8))
        code.add(purpose)
        return ServerToken(Hexadecimal.text(code.bytes.prefix(16)))
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

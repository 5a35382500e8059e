import ExperimentsCore
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// A digest of bytes: the ETag of a body, and the ID of an event.
///
/// A tag of the configuration would not work, because a provider stores the tag for one context and sends it with
/// another.
struct EntityTag: Sendable, Hashable {
    /// The digest, without quotation marks.
    let text: String

    /// The tag of some bytes.
    init(of bytes: [UInt8]) {
        text = Base64URL.text(SHA256.hash(data: bytes).prefix(18))
    }

    /// The tag as `ETag` has it.
    var header: String { "\"\(text)\"" }

    /// Whether `If-None-Match` names the tag: as one of a list, weak or not, or as `*`.
    func isNamed(in field: String) -> Bool {
        field.split(scalar: ",").contains { item in
            let item = item.trimmingCharacters(in: .whitespaces)
            return item == "*" || item == header || item == "W/" + header
        }
    }

    /// Whether a query item names it, with or without quotation marks.
    func isNamed(byQueryItem item: String) -> Bool { item == text || item == header || item == "W/" + header }
}

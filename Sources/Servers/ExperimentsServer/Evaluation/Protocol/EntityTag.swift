import ExperimentsCore
import ExperimentsDigests
import Foundation

/// A digest of bytes: the ETag of a body, and the ID of an event.
///
/// A tag of the configuration would not work, because providers store the tag for one context and send it with another.
struct EntityTag: Sendable, Hashable {
    /// The digest, without quotation marks.
    let text: String

    /// Creates the tag of some bytes.
    init(of bytes: [UInt8]) {
        text = Base64URL.text(SHA256Sum.of(bytes).prefix(18))
    }

    /// The tag in the format of the header `ETag`.
    var header: String { "\"\(text)\"" }

    /// Returns whether `If-None-Match` contains the tag: in a list, weak or not, or as `*`.
    func isNamed(in field: String) -> Bool {
        field.split(scalar: ",").contains { item in
            let item = item.trimmingCharacters(in: .whitespaces)
            return item == "*" || item == header || item == "W/" + header
        }
    }

    /// Returns whether a query item is the tag, with or without quotation marks.
    func isNamed(byQueryItem item: String) -> Bool { item == text || item == header || item == "W/" + header }
}

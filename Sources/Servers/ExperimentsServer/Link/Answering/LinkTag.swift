import ExperimentsSupport
import LinkProtocol

/// A revision of the overrides as clients name it in `If-Match` and `If-None-Match`.
struct LinkTag: Sendable, Hashable {
    let revision: LinkRevision

    /// The revision in quotation marks: `"k3x9.17"`.
    var text: String { "\"\(revision)\"" }

    /// Whether a header field names it, or any.
    ///
    /// - Parameter isWeak: whether weak tags count as well.
    func isNamed(in field: String, isWeak: Bool) -> Bool {
        field.split(scalar: ",").contains { item in
            var item = item.drop { $0 == " " || $0 == "\t" }
            while item.last == " " || item.last == "\t" { item.removeLast() }
            if isWeak, item.hasPrefix("W/") { item = item.dropFirst(2) }
            return item == "*" || item == text[...]
        }
    }
}

import ExperimentsSupport

/// The origin of a flag's value at a server: the reason and the variant, if the server gives them.
package struct FlagSupplier: Sendable, Hashable {
    private static let mark = "variant "

    /// The reason in the server's word, for example `TARGETING_MATCH`.
    package let reason: String?
    /// The name of the variant.
    package let variant: String?

    init(reason: String?, variant: String?) {
        (self.reason, self.variant) = (reason, variant)
    }

    /// Reads a text that `text` wrote.
    package init(_ text: String) {
        if let place = text.utf8.firstRange(of: (", " + Self.mark).utf8) {
            self.init(reason: String(text[..<place.lowerBound]), variant: String(text[place.upperBound...]))
        } else if text.hasScalarPrefix(Self.mark) {
            self.init(reason: nil, variant: String(text.unicodeScalars.dropFirst(Self.mark.unicodeScalars.count)))
        } else {
            self.init(reason: text, variant: nil)
        }
    }

    /// `TARGETING_MATCH, variant green`; nil if the server gives neither.
    var text: String? {
        let parts = [reason, variant.map { Self.mark + $0 }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

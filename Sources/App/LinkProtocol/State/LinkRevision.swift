/// The number of a state of the overrides, and the server that counts: `k3x9.17`.
///
/// Servers that share their overrides name a state by what it holds, so that all of them call it the same; its number is
/// then 0.
///
/// Numbers of two servers, or of one before and after it lost its count, say nothing of each other: such counts have
/// different origins. It is the `revision` of documents, the `id` of events, and, in quotation marks, the ETag.
package struct LinkRevision: Sendable, Hashable, CustomStringConvertible {
    /// A name for the count, new whenever a server starts to count anew: 1 to 64 letters, digits, `-` and `_`.
    package let origin: String
    /// How many changes there were.
    package let number: Int

    /// Creates a revision; nil where `origin` is no name of a count, or `number` is negative.
    package init?(origin: String, number: Int) {
        let isName = origin.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard (1...64).contains(origin.utf8.count), isName, number >= 0 else { return nil }
        (self.origin, self.number) = (origin, number)
    }

    /// Reads `origin.number`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[1]), String(number) == parts[1] else { return nil }
        self.init(origin: String(parts[0]), number: number)
    }

    /// The revision after this one.
    package var next: LinkRevision { LinkRevision(unchecked: origin, number &+ 1) }

    /// The first revision of a new count, whose name no other has.
    package static func first(using random: inout some RandomNumberGenerator) -> LinkRevision {
        LinkRevision(unchecked: String(UInt64.random(in: .min ... .max, using: &random), radix: 36), 0)
    }

    /// The name of a state by the digest of what it holds, which is not counted.
    ///
    /// - Parameter digest: hexadecimal digits, of which enough are taken that no two states share a name by chance.
    package init(contentOf digest: String) {
        self.init(unchecked: "c" + digest.prefix(32), 0)
    }

    /// Whether changes can lead here from another state: of one count, from an earlier one; and between any two states that
    /// are named by what they hold.
    func follows(_ other: LinkRevision) -> Bool {
        origin == other.origin ? other.number <= number : other.number == 0 && number == 0
    }

    private init(unchecked origin: String, _ number: Int) {
        (self.origin, self.number) = (origin, number)
    }

    /// `origin.number`.
    package var description: String { "\(origin).\(number)" }
}

import ExperimentsCore
import ExperimentsSupport

/// The revision of a state of the overrides: the origin of the count, and a number, for example `k3x9.17`.
///
/// Servers that share their overrides derive the origin from the content of the state, so that all of them have the
/// same revision for it. The number is then 0.
///
/// Numbers from two servers, or from one server before and after it lost its count, cannot be compared, so such counts
/// have different origins. A revision is the `revision` of documents, the `id` of events and, in quotation marks, the
/// ETag.
package struct LinkRevision: Sendable, Hashable, CustomStringConvertible {
    /// The name of the count, which is new whenever a server starts counting from the beginning: 1 to 64 letters,
    /// digits, `-` and `_`.
    package let origin: String
    /// The number of changes in the count.
    package let number: Int

    /// Creates a revision; nil if `origin` is not a valid name of a count, or `number` is negative.
    package init?(origin: String, number: Int) {
        let isName = origin.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
        guard (1...64).contains(origin.utf8.count), isName, number >= 0 else { return nil }
        (self.origin, self.number) = (origin, number)
    }

    /// Reads `origin.number`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(scalar: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[1]), String(number) == parts[1] else { return nil }
        self.init(origin: String(parts[0]), number: number)
    }

    /// The revision after this one.
    package var next: LinkRevision { LinkRevision(unchecked: origin, number &+ 1) }

    /// Creates the first revision of a new count with a random name.
    package static func first(using random: inout some RandomNumberGenerator) -> LinkRevision {
        LinkRevision(unchecked: String(UInt64.random(in: .min ... .max, using: &random), radix: 36), 0)
    }

    /// Creates the revision of a state that is named after its content rather than counted.
    ///
    /// - Parameter digest: hexadecimal digits. Enough of them are used that no two states share a name by chance.
    package init(contentOf digest: String) {
        self.init(unchecked: "c" + digest.prefix(32), 0)
    }

    /// Returns whether changes can lead here from another state. They can from an earlier state of the same count, and
    /// between any two states that are named after their content.
    func follows(_ other: LinkRevision) -> Bool {
        origin == other.origin ? other.number <= number : other.number == 0 && number == 0
    }

    private init(unchecked origin: String, _ number: Int) {
        (self.origin, self.number) = (origin, number)
    }

    /// `origin.number`.
    package var description: String { "\(origin).\(number)" }
}

/// The unit for which an experiment's group was chosen, a user or a device, as a number that reveals nothing of its
/// name.
///
/// Stores know units by these alone: see ``UnitNaming``.
package struct UnitID: Sendable, Hashable, Comparable {
    /// The first eight bytes, the most significant first.
    package let high: UInt64
    /// The last eight bytes.
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        (self.high, self.low) = (high, low)
    }

    /// Compares IDs by their bytes.
    package static func < (a: UnitID, b: UnitID) -> Bool { (a.high, a.low) < (b.high, b.low) }

    /// 32 hexadecimal digits.
    package var text: String {
        [high, low].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

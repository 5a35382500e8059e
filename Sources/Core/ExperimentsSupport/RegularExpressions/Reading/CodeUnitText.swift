/// A string in which each half of a surrogate pair is a separate character, for expressions of JavaScript.
package enum CodeUnitText {
    /// The halves are moved to a range in which Unicode assigns no characters. Characters in that range are pairs
    /// themselves, so that there is no ambiguity.
    package static func of(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0xf0 }) else { return text }
        var result = String.UnicodeScalarView()
        for unit in text.utf16 { result.append(Unicode.Scalar(unit) ?? scalar(ofHalf: unit)) }
        return String(result)
    }

    private static func scalar(ofHalf unit: UInt16) -> Unicode.Scalar {
        Unicode.Scalar(UInt32(unit) + shift) ?? "\u{FFFD}"
    }

    private static let halves: ClosedRange<UInt32> = 0xd800...0xdfff
    private static let shift: UInt32 = 0xf_0000 - 0xd800

    /// Returns the code unit of a character of such a string.
    static func unit(of scalar: Unicode.Scalar) -> UInt32 {
        scalar.value >= 0xf_0000 ? scalar.value - shift : scalar.value
    }

    /// Returns the characters of such a string for a set of code units.
    static func scalars(of units: ScalarSet) -> ScalarSet {
        let parts = units.ranges.flatMap { range in
            [0...0xd7ff, halves, 0xe000...0xffff].filter(range.overlaps).map { range.clamped(to: $0) }
        }
        return ScalarSet(
            parts.map { halves.contains($0.lowerBound) ? $0.lowerBound + shift...$0.upperBound + shift : $0 })
    }
}

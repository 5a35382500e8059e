/// The forms of one character in any case.
package enum CaseFolding: Sendable, Hashable {
    /// The simple case folding of Unicode, as in RE2: ς is Σ, and K is the sign of Kelvin.
    case unicode
    /// JavaScript's without the flag `u`: capitals of one code unit, and nothing beyond ASCII is in it in another case.
    case javaScript

    /// Returns the same value for all characters, or code units, that differ only in case.
    func folded(_ value: UInt32) -> UInt32 {
        guard let scalar = Unicode.Scalar(value) else { return value }
        switch self {
        case .unicode:
            if let other = Self.alike[value] { return other }
            let upper = Self.only(scalar.properties.uppercaseMapping) ?? scalar
            return (Self.only(upper.properties.lowercaseMapping) ?? upper).value
        case .javaScript:
            guard let upper = Self.only(scalar.properties.uppercaseMapping)?.value, upper <= 0xffff else {
                return value
            }
            return value >= 0x80 && upper < 0x80 ? value : upper
        }
    }

    /// Exceptions to the mappings of Unicode: the dotless i is not an i, and of these pairs both have no capital.
    private static let alike: [UInt32: UInt32] = [0x131: 0x131, 0x1fd3: 0x390, 0x1fe3: 0x3b0, 0xfb05: 0xfb06]

    private static func only(_ text: String) -> Unicode.Scalar? {
        let scalars = text.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }

    /// Returns the set extended by everything that differs from one of its members only in case.
    func closed(_ set: ScalarSet) -> ScalarSet {
        let isASCII = set.ranges.allSatisfy { $0.upperBound <= 0x7f }
        let cased =
            switch self {
            case .unicode: isASCII ? Self.unicodeLikeASCII : Self.unicodeCased
            case .javaScript: isASCII ? Self.javaScriptLikeASCII : Self.javaScriptCased
            }
        let wanted = Set(cased.lazy.filter { set.contains($0.value) }.map(\.folded))
        guard !wanted.isEmpty else { return set }
        return ScalarSet(set.ranges + cased.filter { wanted.contains($0.folded) }.map { $0.value...$0.value })
    }

    private typealias Cased = (value: UInt32, folded: UInt32)

    /// Characters that are ASCII letters in another case: the letters themselves, the long s and the Kelvin sign.
    private static let likeASCII = Array(0x41...0x5a) + Array(0x61...0x7a) + [0x17f, 0x212a] as [UInt32]
    private static let unicodeLikeASCII = cased(likeASCII, .unicode)
    private static let javaScriptLikeASCII = cased(likeASCII, .javaScript)
    // All scalars with another case. Computed once, and only for expressions that ignore case.
    private static let unicodeCased = cased(Array(0...0x1ffff), .unicode)
    private static let javaScriptCased = cased(Array(0...0xffff), .javaScript)

    private static func cased(_ values: [UInt32], _ folding: CaseFolding) -> [Cased] {
        values.compactMap { value in
            guard Unicode.Scalar(value)?.properties.changesWhenCaseMapped == true else { return nil }
            return (value, folding.folded(value))
        }
    }
}

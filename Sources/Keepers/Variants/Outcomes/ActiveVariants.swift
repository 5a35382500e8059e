/// Which of some variants are active in an outcome, by their places; the first one is found without looking at all.
struct ActiveVariants {
    private var words: [UInt64]
    /// A bit for each word that has one.
    private var summary: [UInt64]

    init(count: Int) {
        words = Array(repeating: 0, count: count / 64 + 1)
        summary = Array(repeating: 0, count: count / 4096 + 1)
    }

    subscript(place: Int) -> Bool {
        get { words[place >> 6] >> UInt64(place & 63) & 1 == 1 }
        set {
            let word = place >> 6
            if newValue { words[word] |= 1 << UInt64(place & 63) } else { words[word] &= ~(1 << UInt64(place & 63)) }
            let bit: UInt64 = 1 << UInt64(word & 63)
            if words[word] == 0 { summary[word >> 6] &= ~bit } else { summary[word >> 6] |= bit }
        }
    }

    /// The first one; nil where none is active.
    var first: Int? {
        guard let group = summary.firstIndex(where: { $0 != 0 }) else { return nil }
        let word = group << 6 + summary[group].trailingZeroBitCount
        return word << 6 + words[word].trailingZeroBitCount
    }
}

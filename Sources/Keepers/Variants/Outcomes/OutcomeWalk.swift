/// Which variants are active while one condition after the other is met, or is met no longer.
struct OutcomeWalk {
    /// Those that are.
    private(set) var active: ActiveVariants
    /// How many more conditions have to be met for each variant.
    private var missing: [Int]
    private let isDisjunction: [Bool]
    /// The conditions that are met.
    private var met: Set<Int> = []

    init(_ isDisjunction: [Bool]) {
        self.isDisjunction = isDisjunction
        active = ActiveVariants(count: isDisjunction.count)
        missing = isDisjunction.map { $0 ? 1 : 0 }
    }

    /// Takes another condition of a variant into account, as it is before the first change.
    mutating func settle(_ place: Int, isMet: Bool) {
        if isDisjunction[place] { missing[place] -= isMet ? 1 : 0 } else { missing[place] += isMet ? 0 : 1 }
    }

    /// To be called when the conditions of all variants are known.
    mutating func begin() {
        for place in missing.indices { active[place] = missing[place] <= 0 }
    }

    /// Meets a condition of a variant that was not met, or the other way round.
    mutating func change(_ condition: Int, of place: Int) {
        if met.insert(condition).inserted {
            missing[place] -= 1
        } else {
            met.remove(condition)
            missing[place] += 1
        }
        active[place] = missing[place] <= 0
    }
}

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

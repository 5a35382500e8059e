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

import ExperimentsCore

/// One outcome of a source: all that lies in it meets the same conditions.
///
/// The cells of a source are gone through in their order, and neighbours have most in common. So a cell says what is
/// different from the one before: all cells of many conditions take little more room than there are conditions.
struct OutcomeCell {
    /// The conditions that are met here and not in the cell before, or the other way round; of the first cell, those that
    /// are met. One that stands here twice is as it was.
    var switched: [Int]
    /// How likely it is; nil where that is not known.
    var weight: Double?
}

/// All outcomes of a source.
struct OutcomeCells {
    /// Each cell once, by the conditions that are met in it.
    private(set) var cells: [OutcomeCell] = []
    /// What changed since the last cell. Once no condition is met any more, those that are met in the last cell.
    private(set) var last: [Int] = []
    /// The cells by what is met in them.
    private var places: [Fingerprint: Int] = [:]
    private var met = Fingerprint()

    /// Meets a condition that was not met, or the other way round, in the cells that are added from here on.
    mutating func change(_ condition: Int) {
        met.toggle(condition)
        last.append(condition)
    }

    /// Adds a cell; where there is one already in which the same conditions are met, that one becomes more likely.
    mutating func add(_ weight: Double?) {
        if let place = places[met] {
            cells[place].weight = if let weight, let known = cells[place].weight { known + weight } else { nil }
            return
        }
        places[met] = cells.count
        cells.append(OutcomeCell(switched: last, weight: weight))
        last = []
    }

    /// Tells sets of conditions from each other: two of the same are alike, and two others are but for a chance of one in
    /// 2^128.
    private struct Fingerprint: Hashable {
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        mutating func toggle(_ condition: Int) {
            let mixed = SplitMix64.mix(UInt64(truncatingIfNeeded: condition) &+ SplitMix64.step)
            low ^= mixed
            high ^= SplitMix64.mix(mixed &+ 0xD1B5_4A32_D192_ED03)
        }
    }
}

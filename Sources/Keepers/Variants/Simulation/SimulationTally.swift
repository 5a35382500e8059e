/// Counts of one simulation, or of a part of it.
struct SimulationTally {
    /// For how many users each variant is active.
    var active: [Int]
    /// For how many users each candidate of each flag gives the value, in the order of the program's candidates.
    var wins: [Int]
    /// For how many users two variants that change the same flag are active; see ``PairTable``.
    var pairs: [Int]

    init(_ program: EvaluationProgram, _ table: PairTable) {
        active = Array(repeating: 0, count: program.variants.count)
        wins = Array(repeating: 0, count: program.candidates.count)
        pairs = Array(repeating: 0, count: table.count)
    }

    mutating func add(_ other: SimulationTally) {
        for index in active.indices { active[index] += other.active[index] }
        for index in wins.indices { wins[index] += other.wins[index] }
        for index in pairs.indices { pairs[index] += other.pairs[index] }
    }
}

/// Numbers the pairs of variants that change the same flag.
struct PairTable {
    /// The number of variants of a flag up to which overlapping pairs are counted.
    static let largestFlag = 64

    /// Where each flag's pairs begin; nil where they are not counted.
    let starts: [Int?]
    /// How many pairs there are.
    let count: Int

    init(_ program: EvaluationProgram) {
        var starts: [Int?] = []
        var count = 0
        for flag in program.flags.indices {
            let candidates = program.candidateRange(flag).count
            guard (2...Self.largestFlag).contains(candidates) else {
                starts.append(nil)
                continue
            }
            starts.append(count)
            count += candidates * (candidates - 1) / 2
        }
        self.starts = starts
        self.count = count
    }

    /// The number of a pair among those of its flag; `first` is less than `second`.
    @inline(__always)
    static func offset(_ first: Int, _ second: Int) -> Int { second * (second - 1) / 2 + first }
}

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

/// Puts the counts of a simulation next to what was intended.
struct SimulationSummary {
    let program: EvaluationProgram
    let users: SimulatedUsers
    let pairTable: PairTable
    let tally: SimulationTally
    private let population: Population

    init(program: EvaluationProgram, users: SimulatedUsers, pairTable: PairTable, tally: SimulationTally) {
        (self.program, self.users, self.pairTable, self.tally) = (program, users, pairTable, tally)
        population = .drawn(like: PreparedContext(users.options.context, users.keyTable))
    }

    var simulation: Simulation {
        Simulation(
            users: users.count, seed: users.options.seed, variants: program.variants.indices.map(variantShare),
            flags: program.flags.indices.compactMap(flagShare), overlaps: program.flags.indices.flatMap(overlaps))
    }

    private func variantShare(_ variant: Int) -> Simulation.VariantShare {
        let model = OutcomeModel(program, variants: [variant], population: population)
        let intended = model?.weight { $0[0] }
        let count = tally.active[variant]
        let test = intended.flatMap {
            ChiSquaredTest(counts: [count, users.count - count], intended: [$0, 1 - $0])
        }
        return .init(
            id: program.variants[variant].id, active: observed(count, intended), test: test)
    }

    private func flagShare(_ flag: Int) -> Simulation.FlagShare? {
        let range = program.candidateRange(flag)
        guard !range.isEmpty else { return nil }
        let variants = program.candidates[range].map { Int($0.variant) }
        let wins = Array(tally.wins[range])
        let model = OutcomeModel(program, variants: variants, population: population)
        let shares = model?.firstActiveWeights()
        let counts = [users.count - wins.reduce(0, +)] + wins.reversed()
        let intended = shares.map { shares in [shares.none] + shares.first.reversed() }
        let names: [String?] = [nil] + variants.reversed().map { program.variants[$0].id }
        return .init(
            flag: program.flags[flag].name,
            arms: names.indices.map { .init(variant: names[$0], share: observed(counts[$0], intended?[$0])) },
            test: intended.flatMap { ChiSquaredTest(counts: counts, intended: $0) })
    }

    private func overlaps(_ flag: Int) -> [Simulation.Overlap] {
        guard let start = pairTable.starts[flag] else { return [] }
        let variants = program.candidates[program.candidateRange(flag)].map { Int($0.variant) }
        var overlaps: [Simulation.Overlap] = []
        // Candidates stand last first; overlaps are listed in the order of the variants.
        for earlier in variants.indices.reversed() {
            for later in variants[..<earlier].indices.reversed() {
                let count = tally.pairs[start + PairTable.offset(later, earlier)]
                guard count > 0 else { continue }
                let pair = [variants[earlier], variants[later]]
                let model = OutcomeModel(program, variants: pair, population: population)
                overlaps.append(
                    .init(
                        flag: program.flags[flag].name, first: program.variants[pair[0]].id,
                        second: program.variants[pair[1]].id,
                        share: observed(count, model?.weight { $0[0] && $0[1] })))
            }
        }
        return overlaps
    }

    private func observed(_ count: Int, _ intended: Double?) -> ObservedShare {
        ObservedShare(count: count, users: users.count, intended: intended)
    }
}

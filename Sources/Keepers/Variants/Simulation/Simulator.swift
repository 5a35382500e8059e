import Dispatch
import ExperimentsCore
import ExperimentsLocks

/// Runs a simulation in parts, on all processors. The result does not depend on their number.
struct Simulator {
    private static let part = 16_384

    let program: EvaluationProgram
    let users: SimulatedUsers

    init(_ program: EvaluationProgram, _ options: SimulationOptions) {
        self.program = program
        users = SimulatedUsers(options, names: program.contextKeys)
    }

    func run() throws(FlagProblem) -> Simulation {
        let parts = (users.count + Self.part - 1) / Self.part
        let total = Mutex(Result<SimulationTally, FlagProblem>.success(SimulationTally(program)))
        DispatchQueue.concurrentPerform(iterations: parts) { number in
            let range = (number * Self.part)..<min((number + 1) * Self.part, users.count)
            let tally = Result { () throws(FlagProblem) in try self.tally(range, part: number) }
            total.withLock { total in
                guard case .success(var sum) = total else { return }
                switch tally {
                case .success(let part):
                    sum.add(part)
                    total = .success(sum)
                case .failure(let problem): total = .failure(problem)
                }
            }
        }
        return SimulationSummary(program: program, users: users, tally: try total.withLock { $0 }.get())
            .simulation
    }

    private func tally(_ range: Range<Int>, part: Int) throws(FlagProblem) -> SimulationTally {
        var tally = SimulationTally(program)
        let random = RandomFractions(seed: SplitMix64.mix(users.options.seed &+ UInt64(part)))
        var active = [Bool](repeating: false, count: program.variants.count)
        for user in range {
            let context = users.context(user)
            for variant in active.indices {
                active[variant] = try program.isActive(variant, for: context, forced: [:], random)
                if active[variant] { tally.active[variant] += 1 }
            }
            for flag in program.flags.indices {
                tally.count(program.candidates[flag], of: flag, active: active)
            }
        }
        return tally
    }
}

extension VariantRegistry {
    /// Simulates many users, and returns how many get each variant and each value, compared with the intended shares.
    ///
    /// Each variant is evaluated once for each user. A million users and a hundred flags take a few seconds.
    ///
    /// - Throws: `FlagProblem` if a condition of the app's own throws.
    public func simulate(_ options: SimulationOptions = SimulationOptions()) throws(FlagProblem) -> Simulation
    {
        try Simulator(program, options).run()
    }
}

/// The counts of a simulation together with the intended shares.
struct SimulationSummary {
    let program: EvaluationProgram
    let users: SimulatedUsers
    let tally: SimulationTally

    private var population: Population { .drawn(like: users.options.context) }

    var simulation: Simulation {
        Simulation(
            users: users.count, seed: users.options.seed,
            variants: program.variants.indices.map(variantShare),
            flags: program.flags.indices.compactMap(flagShare),
            overlaps: program.flags.indices.flatMap(overlaps))
    }

    private func variantShare(_ variant: Int) -> Simulation.VariantShare {
        let model = OutcomeModel(program, variants: [variant], population: population)
        let intended = model?.weight { $0[0] }
        let count = tally.active[variant]
        let test = intended.flatMap {
            ChiSquaredTest(counts: [count, users.count - count], intended: [$0, 1 - $0])
        }
        return .init(id: program.variants[variant].id, active: observed(count, intended), test: test)
    }

    private func flagShare(_ flag: Int) -> Simulation.FlagShare? {
        let variants = program.candidates[flag].map(\.variant)
        guard !variants.isEmpty else { return nil }
        let wins = tally.wins[flag]
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
        guard !tally.pairs[flag].isEmpty else { return [] }
        let variants = program.candidates[flag].map(\.variant)
        var overlaps: [Simulation.Overlap] = []
        // Candidates are in reverse order; overlaps are listed in the order of the variants.
        for earlier in variants.indices.reversed() {
            for later in variants[..<earlier].indices.reversed() {
                let count = tally.pairs[flag][SimulationTally.pair(later, earlier)]
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

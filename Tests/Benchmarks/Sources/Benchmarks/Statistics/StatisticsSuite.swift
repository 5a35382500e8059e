import ExperimentStatistics

/// The statistics of experiments: how long a look takes, and what the promise of looking whenever one likes is worth.
struct StatisticsSuite: BenchmarkSuite {
    let title = "statistics"

    /// What users do, and how many of each group come before each look.
    private static let populations: [(name: String, behaviour: SimulatedPopulation.Behaviour, batch: Int)] = [
        ("10% convert", .converting(rate: 0.1), 50), ("30% convert", .converting(rate: 0.3), 20),
        ("2% convert", .converting(rate: 0.02), 50), ("0.2% convert", .converting(rate: 0.002), 1000),
        ("5% buy, σ 1", .buying(rate: 0.05, logDeviation: 1), 100),
        ("5% buy, σ 1.8", .buying(rate: 0.05, logDeviation: 1.8), 100),
    ]

    func rows() throws -> [BenchmarkRow] {
        try speedRows() + Self.populations.flatMap { falseVerdicts($0.name, $0.behaviour, $0.batch) }
            + unequalGroups() + changingSplits() + power() + [falseMismatches()]
    }

    private func speedRows() throws -> [BenchmarkRow] {
        let metrics = (0..<10).map { index in
            MetricDesign(
                name: "metric \(index)", kind: index < 5 ? .proportion : .sum,
                role: index < 2 ? .goal : index < 5 ? .guardrail : .secondary)
        }
        let design = ExperimentDesign(groups: ["control", "b", "c"], metrics: metrics)
        var random = Numbers(state: 1)
        let population = SimulatedPopulation(.converting(rate: 0.1), batch: 10_000)
        let buyers = SimulatedPopulation(.buying(rate: 0.1, logDeviation: 1), batch: 10_000)
        let data = (0..<100).map { _ in
            ExperimentData(
                phases: [PhaseCounts(weights: [1, 1, 1], users: [10_000, 10_000, 10_000])], days: 10,
                totals: metrics.map { metric in
                    (0..<3).map { _ in (metric.kind == .sum ? buyers : population).batch(using: &random) }
                })
        }
        var evidence = data.map { _ in ExperimentEvidence(design) }
        return [
            Stopwatch.measure(
                "look at 100 experiments of 10 metrics and 3 groups", samples: 20, goal: .milliseconds(50)
            ) {
                for index in data.indices {
                    consume(design.look(at: data[index], evidence: &evidence[index]))
                }
            }
        ]
    }

    /// The share of experiments without an effect that are called different at any of 200 looks.
    private func falseVerdicts(
        _ name: String, _ behaviour: SimulatedPopulation.Behaviour, _ batch: Int
    ) -> [BenchmarkRow] {
        let population = SimulatedPopulation(behaviour, batch: batch)
        let experiment = SimulatedExperiment(control: population, treatment: population, looks: 200)
        var random = Numbers(state: 20_260_301)
        let outcomes = (0..<4000).map { _ in experiment.run(using: &random) }
        func share(_ isCounted: (SimulatedExperiment.Outcome) -> Bool) -> Quantity {
            .percent(Double(outcomes.filter(isCounted).count) / 40)
        }
        return [
            BenchmarkRow(
                name: "\(name): ever called different", value: share { $0.decision != nil }, goal: .percent(5)
            ),
            BenchmarkRow(name: "\(name): taken back", value: share(\.wasTakenBack), goal: .percent(0)),
            BenchmarkRow(name: "\(name): by Welch's test at any look", value: share(\.fixedAlarm)),
            BenchmarkRow(name: "\(name): by the chance to win at any look", value: share(\.chanceAlarm)),
        ]
    }

    /// The share of 2,000 experiments without an effect that are called different at any of 60 looks, by what users do and
    /// how they are split.
    private func unequalGroups() -> [BenchmarkRow] {
        let populations: [(name: String, behaviour: SimulatedPopulation.Behaviour, users: Int)] = [
            ("1% convert", .converting(rate: 0.01), 1000), ("10% convert", .converting(rate: 0.1), 200),
            ("98% convert", .converting(rate: 0.98), 200),
            ("5% buy, σ 1", .buying(rate: 0.05, logDeviation: 1), 400),
            ("5% buy, σ 1.8", .buying(rate: 0.05, logDeviation: 1.8), 400),
        ]
        return populations.flatMap { population in
            [50, 10, 5, 1].map { share in
                let treatment = population.users * share / 100
                let experiment = SimulatedExperiment(
                    control: SimulatedPopulation(population.behaviour, batch: population.users - treatment),
                    treatment: SimulatedPopulation(population.behaviour, batch: treatment), looks: 60)
                return BenchmarkRow(
                    name: "\(population.name), split \(100 - share):\(share): ever called different",
                    value: decided(experiment, experiments: 2000), goal: .percent(5))
            }
        }
    }

    /// The share of 2,000 experiments without an effect that are called different during a ramp from 10% to 50%, while
    /// the users of both groups convert better after it.
    private func changingSplits() -> [BenchmarkRow] {
        [0.1, 0.11, 0.115, 0.13].map { rate in
            func phase(_ rate: Double, _ control: Int, _ treatment: Int, looks: Int)
                -> SimulatedExperiment.Phase
            {
                SimulatedExperiment.Phase(
                    control: SimulatedPopulation(.converting(rate: rate), batch: control),
                    treatment: SimulatedPopulation(.converting(rate: rate), batch: treatment), looks: looks)
            }
            let experiment = SimulatedExperiment(
                [phase(0.1, 1800, 200, looks: 7), phase(rate, 1000, 1000, looks: 23)], kind: .proportion)
            return BenchmarkRow(
                name: "ramp 90:10 to 50:50, 10% to \(rate * 100)% convert: ever called different",
                value: decided(experiment, experiments: 2000), goal: .percent(5))
        }
    }

    /// The share of experiments with an effect that is found within 60 looks. The first two lost less than 0.1 points when
    /// the least variance was introduced.
    private func power() -> [BenchmarkRow] {
        func row(
            _ name: String, _ behaviours: [SimulatedPopulation.Behaviour], users: [Int]
        ) -> BenchmarkRow {
            let experiment = SimulatedExperiment(
                control: SimulatedPopulation(behaviours[0], batch: users[0]),
                treatment: SimulatedPopulation(behaviours[1], batch: users[1]), looks: 60)
            return BenchmarkRow(name: name, value: decided(experiment, experiments: 2000))
        }
        return [
            row(
                "found: 10% to 12%, 12,000 users", [.converting(rate: 0.1), .converting(rate: 0.12)],
                users: [100, 100]),
            row(
                "found: 5% to 6.5% buy, σ 1, 24,000 users",
                [.buying(rate: 0.05, logDeviation: 1), .buying(rate: 0.065, logDeviation: 1)],
                users: [200, 200]),
            row(
                "found: 10% to 12%, split 90:10, 12,000 users",
                [.converting(rate: 0.1), .converting(rate: 0.12)],
                users: [180, 20]),
            row(
                "found: none to 1%, 12,000 users", [.converting(rate: 0), .converting(rate: 0.01)],
                users: [100, 100]),
            row(
                "found: 5% to none, 12,000 users", [.converting(rate: 0.05), .converting(rate: 0)],
                users: [100, 100]),
        ]
    }

    private func decided(_ experiment: SimulatedExperiment, experiments: Int) -> Quantity {
        var random = Numbers(state: 20_260_301)
        let decided = (0..<experiments).filter { _ in experiment.run(using: &random).decision != nil }.count
        return .percent(Double(decided) * 100 / Double(experiments))
    }

    private func falseMismatches() -> BenchmarkRow {
        let split = SimulatedSplit(chance: 0.5, weights: [1, 1], batch: 100, looks: 200)
        var random = Numbers(state: 7)
        let accused = (0..<4000).filter { _ in split.run(using: &random) != nil }.count
        return BenchmarkRow(
            name: "sound splits ever accused", value: .percent(Double(accused) / 40), goal: .percent(0.1))
    }
}

/// Random numbers that are the same in each run (SplitMix64).
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

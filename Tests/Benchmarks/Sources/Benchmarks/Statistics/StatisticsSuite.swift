import ExperimentStatistics

/// The statistics of experiments: how long a look takes, and what the promise of looking whenever one likes is worth.
struct StatisticsSuite: BenchmarkSuite {
    let title = "statistics"

    /// What users do, and how many of each group come before each look.
    private static let populations: [(name: String, behaviour: SimulatedPopulation.Behaviour, batch: Int)] = [
        ("10 % convert", .converting(rate: 0.1), 50), ("30 % convert", .converting(rate: 0.3), 20),
        ("2 % convert", .converting(rate: 0.02), 50), ("0.2 % convert", .converting(rate: 0.002), 1000),
        ("5 % buy, σ 1", .buying(rate: 0.05, logDeviation: 1), 100),
        ("5 % buy, σ 1.8", .buying(rate: 0.05, logDeviation: 1.8), 100),
    ]

    func rows() throws -> [BenchmarkRow] {
        try speedRows() + Self.populations.flatMap { falseVerdicts($0.name, $0.behaviour, $0.batch) } + [
            falseMismatches()
        ]
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
                for index in data.indices { consume(design.look(at: data[index], evidence: &evidence[index])) }
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
                name: "\(name): ever called different", value: share { $0.decision != nil }, goal: .percent(5)),
            BenchmarkRow(name: "\(name): taken back", value: share(\.wasTakenBack), goal: .percent(0)),
            BenchmarkRow(name: "\(name): by Welch's test at any look", value: share(\.fixedAlarm)),
            BenchmarkRow(name: "\(name): by the chance to win at any look", value: share(\.chanceAlarm)),
        ]
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

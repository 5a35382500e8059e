import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("The verdict where one group has next to nothing", .inTurn)
struct LopsidedVerdictTests {
    @Test(
        "a crash that only the treatment has is harmful, however few crashes control has",
        arguments: [0, 1, 20])
    func crashes(control: Int) {
        let sample = SampleExperiment(converted: [[1000, 1300], [control, 5000]])
        #expect(sample.verdict.word == .harmful)
        #expect(sample.result.metrics[0].treatments[0].verdict.word == .better)
        #expect(sample.words.first?.hasPrefix("crash +50 percentage points (between +48 and +52)") == true)
    }

    @Test("as the only goal it is worse, and where fewer are better, none at all is better")
    func directions() {
        var sample = SampleExperiment(converted: [[0, 5000]])
        sample.design.metrics = [MetricDesign(name: "crash", direction: .down)]
        #expect(sample.verdict.word == .worse)
        sample.converted = [[5000, 0]]
        #expect(sample.verdict.word == .better)
    }

    @Test("a checkout that is dead in the treatment is worse")
    func deadCheckout() {
        let sample = SampleExperiment(converted: [[500, 0], [100, 100]])
        #expect(sample.verdict.word == .worse)
        #expect(
            sample.words.first?.hasPrefix("purchase -100% (between -100% and -90%)") == true,
            "\(sample.words)")
    }

    @Test("half against all is decided, and all against all is not")
    func everybody() {
        #expect(SampleExperiment(converted: [[5000, 10_000], [100, 100]]).verdict.word == .better)
        #expect(SampleExperiment(converted: [[10_000, 5000], [100, 100]]).verdict.word == .worse)
        let same = SampleExperiment(converted: [[10_000, 10_000], [100, 100]])
        #expect(same.verdict.word == .undecided)
        #expect(same.words.first == "purchase is the same for all users: there is nothing to compare")
    }

    @Test("a difference is also given if all users of a group have the same value")
    func difference() throws {
        let treatment = SampleExperiment(converted: [[5000, 10_000], [100, 100]]).result.metrics[0]
            .treatments[0]
        let comparison = try #require(treatment.comparison)
        #expect(comparison.difference.value == 0.5)
        #expect(treatment.difference.isAboveZero && treatment.lift.isAboveZero)
        #expect((treatment.fixedHorizon?.pValue ?? 1) < 1e-9)
        #expect((treatment.chanceToWin ?? 0) > 0.999)
    }

    /// Users of whom every twentieth has values, of events or of views and clicks.
    private func totals(_ kind: MetricKind, active: Bool) -> GroupTotals {
        var totals = GroupTotals()
        for user in 0..<10_000 {
            let has = active && user % 20 == 0
            let value = has ? Double(1 + user % 7) : 0
            switch kind {
            case .proportion: totals.add(UnitValue(has ? 1 : 0))
            case .count, .sum: totals.add(UnitValue(value, past: Double(user % 3)))
            // Views and orders come without clicks, too.
            case .mean, .ratio: totals.add(UnitValue(value, denominator: Double(1 + user % 4)))
            }
        }
        return totals
    }

    @Test("every kind of metric is decided where a group has none of it", arguments: MetricKind.allCases)
    func kinds(_ kind: MetricKind) {
        var design = ExperimentDesign(groups: ["a", "b"], metrics: [MetricDesign(name: "goal", kind: kind)])
        for usesPast in [true, false] {
            design.usesPast = usesPast
            for active in [[true, false], [false, true]] {
                let data = ExperimentData(
                    phases: [PhaseCounts(weights: [1, 1], users: [10_000, 10_000])], days: 10,
                    totals: [active.map { totals(kind, active: $0) }])
                #expect(design.result(of: data).verdict.word == (active[1] ? .better : .worse))
            }
        }
    }

    @Test("the least data is asked of both groups together, by the share of the smaller one")
    func leastData() {
        func missing(_ users: [Int], _ converted: [Int]) -> [MissingData] {
            let totals = GroupPair(
                control: GroupTotals(units: users[0], converted: converted[0]),
                treatment: GroupTotals(units: users[1], converted: converted[1]))
            return MissingData.all(MinimumData(), totals, control: 0, cell: (0, 1), days: 10)
        }
        #expect(missing([1000, 1000], [50, 0]).isEmpty)
        #expect(
            missing([1000, 1000], [0, 49]) == [
                .conversions(metric: 0, group: 1, count: 1, days: 1.0 / 49 * 10)
            ])
        #expect(missing([9000, 1000], [250, 0]).isEmpty)
        #expect(
            missing([9000, 1000], [0, 200]) == [.conversions(metric: 0, group: 1, count: 50, days: 2.5)])
    }

    @Test(
        "harm in a small group is found without a minimum of crashes or a full day",
        arguments: [([99_000, 1000], [0, 500]), ([99_000, 1000], [990, 500]), ([7600, 400], [0, 400])])
    func smallShare(users: [Int], crashes: [Int]) {
        var sample = SampleExperiment(users: users, days: 0.2, converted: [[9900, users[1] / 5], crashes])
        sample.users = users
        var data = sample.data
        data.phases[0].weights = users.map(Double.init)
        #expect(sample.design.result(of: data).verdict.word == .harmful)
    }

    @Test("a group of 1% counts by what it tells, not by the users of the other")
    func effectiveUnits() throws {
        let comparison = try GroupComparison(
            control: GroupTotals(units: 99_000, converted: 990),
            treatment: GroupTotals(units: 1000, converted: 10),
            estimator: .proportion)
        #expect(abs(comparison.effectiveUnits - 3960) < 1e-9)
        let equal = try GroupComparison(
            control: GroupTotals(units: 500, converted: 50),
            treatment: GroupTotals(units: 500, converted: 60),
            estimator: .proportion)
        #expect(equal.effectiveUnits == 1000)
    }

    @Test("a small group without any rare case yet shows no effect")
    func smallGroup() throws {
        // 98.5% and 100% are within chance for 250 users, but none of them varies.
        let sample = SampleExperiment(users: [4750, 250], converted: [[4679, 250]])
        var design = sample.design
        design.metrics = [MetricDesign(name: "crash free")]
        let data = ExperimentData(
            phases: [PhaseCounts(weights: [19, 1], users: sample.users)], days: 10,
            totals: [zip(sample.users, sample.converted[0]).map { GroupTotals(units: $0, converted: $1) }])
        let result = design.result(of: data)
        #expect(result.verdict.word == .undecided)
        let comparison = try #require(result.metrics[0].treatments[0].comparison)
        #expect(comparison.decidingDifference.standardError >= comparison.difference.standardError)
    }
}

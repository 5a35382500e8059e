import ExperimentEvents
import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import ExperimentsRollouts
import Foundation
import TestSupport
import Testing

@Suite("What the results say about a rollout", .inTurn)
struct RolloutEvidenceTests {
    /// The users of a week at 5%, and of two days at 25%.
    private struct Users {
        /// The users per day in each phase, with the old and with the new value.
        var users = [[19_000, 1000], [15_000, 5000]]
        /// Of them, those who crashed.
        var crashes = [[190, 10], [150, 50]]
        /// The source whose splits are stored.
        var source = "production"
        /// The share that the template has now.
        var share = 0.25
        /// The users of an undeclared group.
        var strangers = 0
    }

    private static func evidence(
        _ change: (inout Users) -> Void = { _ in }, rollout: ProjectRollout = RolloutDecisionTests.rollout()
    ) -> RolloutEvidence {
        var known = Users()
        change(&known)
        let now = RolloutDecisionTests.now
        let groups = ["classic", "one_page"]
        var design = MetricDesign(name: "crashes", direction: .down, role: .guardrail)
        design.margin = .lift(1)
        let experiment = ProjectExperiment(
            name: "Checkout", key: "checkout_flow", groups: groups, metrics: ["crashes"])
        let days = (1...9).map { age -> ExperimentTally.Day in
            let phase = age <= 2 ? 1 : 0
            var users: [String: Int] = [:]
            var totals: [String: GroupTotals] = [:]
            for (place, group) in groups.enumerated() {
                users[group] = known.users[phase][place]
                totals[group] = GroupTotals(
                    units: known.users[phase][place], converted: known.crashes[phase][place])
            }
            if known.strangers > 0 { users["two_page"] = known.strangers }
            return ExperimentTally.Day(
                EventDay(of: now).advanced(by: -age), phase: phase, users: users, totals: ["crashes": totals])
        }
        let splits = [(10.0, 0.05), (2.0, 0.25)].map { age, share in
            SourceSplit(
                from: now - age * 86_400, source: known.source,
                arms: [
                    SourceSplit.Arm(name: nil, value: "classic", share: 1 - share),
                    SourceSplit.Arm(name: nil, value: "one_page", share: share),
                ])
        }
        let tally = ExperimentTally(days: days)
        let arms = [
            ExperimentSplit.Arm(name: nil, value: "classic", intended: 1 - known.share, simulated: nil),
            ExperimentSplit.Arm(name: nil, value: "one_page", intended: known.share, simulated: nil),
        ]
        let plan = ExperimentPlan(
            experiment, metrics: [ProjectMetric(design: design, event: "crash", window: nil)],
            known: KnownExperiment(groups: groups, arms: arms), splits: splits, tally: tally)
        return RolloutEvidence(rollout, ExperimentStanding(plan, tally, at: now), lastExposure: now)
    }

    @Test("nothing prevents the next step if everything is known, and only the users of this step count")
    func safe() {
        let evidence = Self.evidence()
        #expect(evidence.doubts.isEmpty, "\(evidence.doubts)")
        #expect(evidence.obstacles.isEmpty, "\(evidence.obstacles)")
        #expect(evidence.guardrails.map(\.kind) == [.safe])
        #expect(evidence.guardrails.first?.margin == "100%")
        #expect(evidence.users == 10_000)
    }

    @Test("a guardrail whose events stopped with the last step is no proof")
    func silent() {
        let evidence = Self.evidence { $0.crashes[1] = [0, 0] }
        #expect(
            evidence.obstacles.contains { $0.contains("no events of crashes since") }, "\(evidence.obstacles)"
        )
        var patient = RolloutDecisionTests.rollout()
        patient.onSilence = .ignore
        #expect(Self.evidence({ $0.crashes[1] = [0, 0] }, rollout: patient).obstacles.isEmpty)
        // Of so few, none may come in two days.
        let rare = Self.evidence { $0.crashes = [[2, 0], [0, 0]] }
        #expect(rare.obstacles.isEmpty, "\(rare.obstacles)")
    }

    @Test("users who were not divided as intended prove nothing, not even harm")
    func mismatch() {
        let evidence = Self.evidence {
            $0.users[1] = [10_000, 10_000]
            $0.crashes[1] = [100, 900]
        }
        #expect(!evidence.doubts.isEmpty)
    }

    @Test("an undeclared group, another split and the split of another source are obstacles")
    func obstacles() {
        let strangers = Self.evidence { $0.strangers = 9 }
        #expect(strangers.obstacles.contains { $0.contains("two_page") }, "\(strangers.obstacles)")
        let later = Self.evidence { $0.share = 0.5 }
        #expect(later.obstacles.contains { $0.contains("not counted separately yet") }, "\(later.obstacles)")
        let other = Self.evidence { $0.source = "staging" }
        #expect(
            other.obstacles.contains { $0.contains("the split of the source \"staging\"") },
            "\(other.obstacles)")
    }
}

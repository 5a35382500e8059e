import ExperimentEvents
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@testable import ExperimentResults

@Suite("The verdict in one sentence", .inTurn)
struct HeadlineTests {
    /// A run with so many users a day that intervals are narrow.
    private func run(_ rates: [String: Int] = ["a": 10, "b": 14], users: Int = 5000) -> SampleRun {
        var run = SampleRun()
        run.rates = rates
        run.users = ["a": users, "b": users]
        return run
    }

    @Test("a better goal is said with its reason, and may be shipped if the guardrails are safe")
    func safe() {
        let standing = run(users: 40_000).standing
        #expect(standing.headline.word == .better && standing.allowsShipping)
        #expect(standing.headline.obstacle == nil)
        #expect(
            standing.headline.text.hasPrefix("better: purchase +40% (between "), "\(standing.headline.text)")
        #expect(standing.winner == "b")
    }

    @Test("while a guardrail is open, the sentence says how bad it may be, and nothing is shipped")
    func open() {
        let standing = run(users: 500).standing
        #expect(
            standing.headline.text.hasPrefix("better, but crash may be up to +"), "\(standing.headline.text)")
        #expect(standing.headline.why.hasPrefix("but crash may be up to +"))
        #expect(standing.advice == "do not ship b yet: crash is not known to be safe")
        #expect(!standing.allowsShipping && standing.winner == nil)
        #expect(standing.openPoints.count == 1)
    }

    @Test("a warning that stops the decision stands first, and counts what else is open")
    func warning() {
        var run = run(users: 500)
        run.users["c"] = 10
        let standing = run.standing
        let text = standing.headline.text
        #expect(
            text.hasPrefix("better, but check first: 140 users are in c, which is not a declared group"),
            "\(text)")
        #expect(text.contains(" (and 1 more); purchase +40%"), "\(text)")
        #expect(standing.advice.hasPrefix("check first: 140 users are in c"))
        #expect(standing.openPoints.count == 2)
    }

    @Test("an effect that is suspiciously large is an open point, also where nothing else is")
    func doubt() {
        let doubt = "purchase: suspiciously large: check the tracking first"
        let standing = run(["a": 10, "b": 20], users: 40_000).standing
        #expect(standing.openPoints == [doubt])
        #expect(standing.headline.text.hasPrefix("better, but \(doubt); purchase +100% (between "))
        #expect(standing.headline.shortText == "better, check")
        #expect(standing.advice == "check first: \(doubt)")
        let open = run(["a": 10, "b": 20], users: 500).standing
        #expect(open.openPoints.count == 2 && open.openPoints.last == doubt)
        #expect(open.advice == "do not ship b yet: crash is not known to be safe")
        #expect(run(users: 40_000).standing.headline.shortText == "better")
        #expect(run(["a": 10, "b": 10], users: 40_000).standing.openPoints.isEmpty)
    }

    @Test("with several treatments it names the group that it is about, and the losing ones beside it")
    func groups() {
        var run = run(["a": 10, "b": 14, "c": 0], users: 40_000)
        run.users["c"] = 40_000
        run.experiment.groups = ["a", "b", "c"]
        let standing = run.standing
        #expect(
            standing.headline.text.hasPrefix("better: b: purchase +40% (between "),
            "\(standing.headline.text)")
        #expect(standing.headline.text.hasSuffix("; c: worse, stop it"), "\(standing.headline.text)")
        run.rates["b"] = 10
        run.users = ["a": 500, "b": 500, "c": 500]
        let undecided = run.standing.headline.text
        #expect(undecided.hasPrefix("undecided: b: purchase somewhere between "), "\(undecided)")
        #expect(undecided.hasSuffix("; c: worse, stop it"), "\(undecided)")
    }

    @Test("users whose window is open are counted, with the time until the next are finished")
    func windows() {
        var run = run(users: 2000)
        run.metrics[0].countsCompleteWindowsOnly = true
        let standing = run.standing
        #expect(standing.result.metrics[0].treatments[0].waiting == OpenWindows(users: 12_000, days: 0.5))
        #expect(standing.result.metrics[1].treatments[0].waiting == nil)
        #expect(
            standing.remarks.contains(
                "purchase: 12,000 users are not finished, because their windows are still open; the next in 12 hours"
            ))
        run.days = 2
        let early = run.standing
        #expect(early.verdict.word == .tooEarly)
        #expect(
            early.headline.why
                == "8,000 users are not finished, because their windows are still open; the next in 2 days")
    }

    @Test("users who are all in undeclared groups are no missing exposures")
    func onlyStrangers() {
        var run = run()
        run.users = ["a": 0, "b": 0, "new": 3000]
        let headline = run.standing.headline
        #expect(
            headline.reason.hasSuffix(" users are in new, which is not a declared group"), "\(headline.text)")
        #expect(
            headline.advice.hasPrefix("declare the groups that the app reports, or map them"),
            "\(headline.advice)")
    }

    @Test("if users are missing in a group, the sentence says where they are, as far as it is known")
    func missingUsers() {
        func reason(_ users: [String: Int]) -> String {
            var run = run()
            run.users = users
            return run.standing.headline.reason
        }
        let renamed = reason(["a": 3000, "b": 0, "new": 3000])
        #expect(renamed.hasSuffix(": 42,000 users are in new, which is not a declared group"), "\(renamed)")
        let two = reason(["a": 3000, "b": 0, "new": 1000, "other": 2000])
        #expect(
            two.hasSuffix(
                "14,000 users are in new and 28,000 users are in other, which are not declared groups"))
        // Ten users a day do not explain that two thousand are missing.
        let lost = reason(["a": 3000, "b": 1000, "new": 10])
        #expect(lost.contains(": some are lost or counted twice, for example by a redirect"), "\(lost)")
    }

    @Test("what stops the decision on an experiment stops that on each treatment, in the same words")
    func stoppedTreatment() throws {
        var run = run(users: 40_000)
        run.users["c"] = 10
        let standing = run.standing
        let verdict = try #require(standing.result.treatments[1])
        #expect(verdict.allowsShipping && !standing.allowsShipping && !standing.allowsShipping(verdict))
        #expect(standing.advice(for: verdict) == standing.advice)
        #expect(standing.openPoints(of: verdict) == standing.openPoints)
        #expect(verdict.reasons.map { standing.words(for: $0, of: verdict) } == standing.reasons)
        #expect(standing.reasons.first?.contains("you can stop") == false, "\(standing.reasons)")
    }

    @Test("a file that is being imported stops a decision")
    func importing() {
        let run = run(users: 40_000)
        var tally = run.tally
        tally.openImports = ["events.csv"]
        let standing = ExperimentStanding(run.plan, tally, at: SampleRun.start + 14.5 * 86_400)
        #expect(
            standing.headline.text.hasPrefix(
                "better, but check first: events.csv is being imported: these are the results from before"))
        #expect(!standing.allowsShipping)
    }
}

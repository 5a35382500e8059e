import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import TestSupport
import Testing

@testable import ExperimentResults

@Suite("The value that won an experiment", .inTurn)
struct WinnerTests {
    /// A run whose guardrail is safe.
    private func safeRun(_ rates: [String: Int]) -> SampleRun {
        var run = SampleRun(rates: rates)
        run.metrics[1].design.margin = .lift(2)
        return run
    }

    @Test("is the best treatment, or control if none is better")
    func verdicts() {
        #expect(safeRun(["a": 10, "b": 20]).standing.winningValue == "b")
        #expect(safeRun(["a": 20, "b": 10]).standing.winningValue == "a")
    }

    @Test("is none while a guardrail is not known to be safe")
    func unsafe() {
        #expect(SampleRun(rates: ["a": 10, "b": 20]).standing.winningValue == nil)
    }

    @Test("is none without a final verdict, or if the split is off")
    func undecided() {
        #expect(
            SampleRun(rates: ["a": 10, "b": 20], users: ["a": 20, "b": 20], days: 1).standing.winningValue
                == nil)
        #expect(
            SampleRun(rates: ["a": 10, "b": 20], users: ["a": 700, "b": 300]).standing.winningValue == nil)
    }

    @Test("is what the source gives the group, which may have another name")
    func named() {
        var run = safeRun(["a": 10, "b": 20])
        run.known.arms = [.init(name: "a", value: "list"), .init(name: "b", value: "grid")]
        #expect(run.standing.winner == "b" && run.standing.winningValue == "grid")
        run.known.arms.append(.init(name: "b", value: "table"))
        #expect(run.standing.winningValue == nil)
    }
}

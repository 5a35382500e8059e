import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("Writes in place", .inTurn)
struct SettlingWritesTests {
    /// What happens to a file, and what comes of it: `wait` where a wait begins, `report` where a change is reported.
    private enum Step { case write, finish, waitEnds }

    private func outcome(_ steps: Step...) -> [[String]] {
        var writes = SettlingWrites()
        return steps.map { step in
            switch step {
            case .write: return writes.begin() ? ["wait"] : []
            case .finish:
                writes.report()
                return []
            case .waitEnds:
                let (isDue, isNewer) = writes.settle()
                return (isDue ? ["report"] : []) + (isNewer ? ["wait"] : [])
            }
        }
    }

    @Test("one is reported once, after a wait")
    func one() {
        #expect(outcome(.write, .waitEnds) == [["wait"], ["report"]])
    }

    @Test("one that comes during the wait is reported at its end, and again after a wait of its own")
    func newer() {
        #expect(
            outcome(.write, .write, .waitEnds, .waitEnds, .write)
                == [["wait"], [], ["report", "wait"], ["report"], ["wait"]])
    }

    @Test("what a writer has finished is not reported again")
    func finished() {
        #expect(outcome(.write, .write, .finish, .waitEnds, .write) == [["wait"], [], [], [], ["wait"]])
    }

    @Test("one after that, in the same wait, has a wait of its own, too")
    func afterFinished() {
        #expect(
            outcome(.write, .finish, .write, .waitEnds, .waitEnds)
                == [["wait"], [], [], ["report", "wait"], ["report"]])
    }
}

import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@Suite("Clocks that are set", .inTurn)
struct ClockWatchTests {
    private let start = Date(timeIntervalSince1970: 1_772_000_000)

    @Test(
        "a clock that is set is noticed once, with the seconds",
        arguments: [-315_360_000, -3_600, 3_600, 86_400])
    func jump(step: TimeInterval) {
        var watch = ClockWatch(at: start, steady: start)
        #expect(watch.jump(at: start + 60, steady: start + 60) == 0)
        #expect(watch.jump(at: start + 90 + step, steady: start + 90) == step)
        #expect(watch.jump(at: start + 91 + step, steady: start + 91) == 0)
        #expect(watch.jump(at: start + 92, steady: start + 92) == -step)
    }

    @Test("sleep of the machine does not count as a jump in time, nor does a small correction")
    func noJump() {
        var watch = ClockWatch(at: start, steady: start)
        #expect(watch.jump(at: start + 86_400, steady: start + 86_400) == 0)
        #expect(watch.jump(at: start + 86_400.9, steady: start + 86_400) == 0)
    }

    @Test("the steady time does not go back")
    func steady() {
        let first = SteadyTime.now
        #expect(first <= SteadyTime.now)
    }
}

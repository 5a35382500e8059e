import ExperimentsHTTPServing
import TestSupport
import Testing

@Suite("Faults active", .inTurn)
struct FaultPlanTests {
    @Test("a limited fault happens that often")
    func remaining() {
        var plan = FaultPlan([Fault(.status(500), remaining: 2)])
        #expect(plan.draw(for: .fetch) { 0 } == [.status(500)])
        #expect(plan.draw(for: .fetch) { 0 } == [.status(500)])
        #expect(plan.draw(for: .fetch) { 0 } == [])
        #expect(plan.faults.isEmpty)
    }

    @Test("a fault happens to its target only")
    func target() {
        var plan = FaultPlan([Fault(.status(500), target: .installations), Fault(.hang, target: .any)])
        #expect(plan.draw(for: .fetch) { 0 } == [.hang])
        #expect(plan.draw(for: .installations) { 0 } == [.status(500)])
    }

    @Test("a rate is a part of the requests")
    func rate() {
        var plan = FaultPlan([Fault(.status(429), rate: 0.25)])
        let draws = stride(from: 0.0, to: 1, by: 0.01).filter { fraction in
            !plan.draw(for: .fetch) { fraction }.isEmpty
        }
        #expect(draws.count == 25)
        #expect(plan.faults.count == 1)
    }

    @Test("delays add up, of other effects the first one counts and the others are saved")
    func combination() {
        var plan = FaultPlan([
            Fault(.delay(.seconds(1))), Fault(.status(500), remaining: 1), Fault(.hang, remaining: 1),
            Fault(.delay(.seconds(2)), remaining: 1),
        ])
        #expect(plan.draw(for: .fetch) { 0 } == [.delay(.seconds(1)), .status(500), .delay(.seconds(2))])
        #expect(plan.draw(for: .fetch) { 0 } == [.delay(.seconds(1)), .hang])
        #expect(plan.draw(for: .fetch) { 0 } == [.delay(.seconds(1))])
    }

    @Test("tens of thousands of faults are added one by one, and none that is used up")
    func many() {
        var plan = FaultPlan()
        for _ in 0..<80_000 { plan.add(Fault(.status(500), remaining: 1)) }
        plan.add(Fault(.hang, remaining: 0))
        #expect(plan.faults.count == 80_000)
        #expect(plan.faults.last?.effect == .status(500))
    }
}

import ExperimentsLinkProtocol
import TestSupport
import Testing

@testable import ExperimentsLink

@Suite("A link over a network that loses, doubles and delays", .inTurn)
struct LinkSimulationTests {
    @Test("never has half a state, and in the end has the server's", arguments: 0..<40 as Range<UInt64>)
    func convergence(seed: UInt64) {
        var simulation = LinkSimulation(seed: seed &+ FuzzEffort.seed)
        for step in 0..<FuzzEffort.rounds(usually: 400, cases: 40) {
            simulation.step()
            guard simulation.isSound else {
                Issue.record("seed \(seed), step \(step): a state that no server had")
                return
            }
        }
        simulation.settle()
        #expect(simulation.machine.status == .linked)
        #expect(simulation.machine.state == simulation.truth)
        #expect(simulation.everyState.count > 20)
    }
}

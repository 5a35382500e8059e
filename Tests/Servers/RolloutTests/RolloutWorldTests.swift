import ExperimentsCore
import ExperimentsOperator
import ExperimentsRollouts
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@Suite("A rollout in a simulated world", .inTurn)
struct RolloutWorldTests {
    /// Ten days, after which the first step is over.
    private static let runsUntilStep = 5 * 10

    @Test(
        "after a kill or a loss at any request, the template has one step at most, and the next run goes on",
        arguments: RunNetwork.Fault.allCases)
    func kills(_ fault: RunNetwork.Fault) async throws {
        for request in 1...12 {
            let world = try RolloutWorld(seed: 7)
            try await world.make(.start)
            for _ in 0..<Self.runsUntilStep { try await world.pass() }
            try await world.step(RunNetwork.Trouble(request: request, fault: fault))
            #expect([[5], [5, 25]].contains(try await world.history()))
            try await world.step()
            #expect(try await world.history() == [5, 25])
            #expect(try await world.state() == .present(percent: 25, .going))
        }
    }

    @Test("two machines that decide at the same time make one step")
    func twoMachines() async throws {
        let world = try RolloutWorld(seed: 9)
        try await world.make(.start)
        let networks = [RunNetwork(to: world.emulator), RunNetwork(to: world.emulator)]
        let works = try networks.map { try world.work(over: $0) }
        let state = try await works[0].reading().state
        let publications = works.map { $0.publication(of: .step(to: 25), from: state) }
        for (index, publication) in publications.enumerated() {
            let stage = try await world.publish(publication, works[index], over: networks[index])
            switch (index, stage) {
            case (0, .published?), (1, .unchanged?): break
            default: throw RolloutTestProblem("\(index): \(String(describing: stage))")
            }
        }
        #expect(try await world.history() == [5, 25])
    }

    @Test("a dashboard and a server that make the steps at the same time make each once")
    func automatic() async throws {
        let world = try RolloutWorld(seed: 7)
        try await world.make(.start)
        var done = 0
        for _ in 0..<40 where done == 0 {
            try await world.pass()
            let works = try (0..<2).map { _ in try world.work(over: RunNetwork(to: world.emulator)) }
            let now = world.clock.now
            async let first = works[0].step(at: now)
            async let second = works[1].step(at: now)
            for step in [try await first, try await second] where step.done != nil { done += 1 }
        }
        #expect(done == 1)
        #expect(try await world.history() == [5, 25])
    }

    @Test("a step that was decided before someone took it back is refused")
    func lateStep() async throws {
        let world = try RolloutWorld(seed: 9)
        try await world.make(.start)
        let network = RunNetwork(to: world.emulator)
        let work = try world.work(over: network)
        let state = try await work.reading().state
        try await world.make(.back)
        let stage = try await world.publish(
            work.publication(of: .step(to: 25), from: state), work, over: network)
        guard case .refused? = stage else { throw RolloutTestProblem(String(describing: stage)) }
        #expect(try await world.history() == [5, 0])
    }

    @Test("back needs two requests, and no results")
    func back() async throws {
        let world = try RolloutWorld(seed: 9)
        try await world.make(.start)
        world.users.setBroken(true)
        let network = RunNetwork(to: world.emulator)
        let work = try world.work(over: network)
        try await world.publish(work.publication(of: .back, from: .absent), work, over: network)
        #expect(network.requests == 2)
        #expect(try await world.state() == .present(percent: 0, .takenBack))
    }

    @Test("the drafts and versions of others stay, and a step is made on their version")
    func others() async throws {
        let world = try RolloutWorld(seed: 9)
        try await world.make(.start)
        let network = RunNetwork(to: world.emulator)
        let work = try world.work(over: network)
        let state = try await work.reading().state
        let added = TemplateChanges(
            "a key", [.addParameter(key: "trial_days", .text("7"), type: .number, group: nil)])
        try await world.publish(
            TemplatePublication(
                TemplateInput(.changes(added), note: "Longer trial"), to: "shop", consent: .given), work,
            over: network)
        try await world.publish(work.publication(of: .step(to: 25), from: state), work, over: network)
        let reading = try await work.reading()
        #expect(reading.published.template.parameter("trial_days")?.defaultValue == .text("7"))
        #expect(reading.state == .present(percent: 25, .going))
        #expect(try await work.origin.versions().map(\.description).contains("Longer trial"))
    }

    @Test("a share that someone sets by hand is noticed, and nothing changes")
    func byHand() async throws {
        let world = try RolloutWorld(seed: 9)
        try await world.make(.start)
        let network = RunNetwork(to: world.emulator)
        let work = try world.work(over: network)
        let edited = TemplateChanges("a share", [.setPercent(condition: "Checkout", "50")])
        try await world.publish(
            TemplatePublication(TemplateInput(.changes(edited), note: "More"), to: "shop", consent: .given),
            work,
            over: network)
        for _ in 0..<20 {
            try await world.pass()
            #expect(try await world.step()?.decision.outcome == .holds)
        }
        #expect(try await world.state() == .present(percent: 50, .going))
    }
}

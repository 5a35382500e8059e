import ExperimentsCore
import ExperimentsOperator
import ExperimentsRollouts
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

/// Whole lives of rollouts, from the start to the end, with two machines, lost answers and kills: a few in `make test`,
/// and hundreds in `make test-rollouts`, which also prints what they took.
@Suite("The lives of rollouts in a simulated world", .inTurn)
struct RolloutLivesTests {
    /// The longest life of a rollout, in runs: five a day.
    private static let mostRuns = 5 * 40
    private static let areMany = ProcessInfo.processInfo.environment["EXPERIMENTS_ROLLOUTS"] != nil

    /// The end of a rollout.
    private struct Life {
        var days = 0.0
        var history: [Double] = []
        var exposed = 0
        var crashed = 0
        var kills = 0
        var isFinished = false
    }

    /// Lets a rollout run from its start to its end.
    private func life(
        crashRates: [Double] = [0.01, 0.01], seed: UInt64, faults: Double = 0.3,
        each: (RolloutWorld, Int) async throws -> Void = { _, _ in }
    ) async throws -> Life {
        let world = try RolloutWorld(crashRates: crashRates, seed: seed)
        try await world.make(.start)
        var life = Life()
        for run in 1...Self.mostRuns {
            try await world.pass()
            try await each(world, run)
            for _ in 0..<2 {
                var trouble: RunNetwork.Trouble?
                if world.random.fraction() < faults {
                    let fault = RunNetwork.Fault.allCases.randomElement(using: &world.random) ?? .lostAnswer
                    trouble = RunNetwork.Trouble(request: 1 + Int(world.random.fraction() * 6), fault: fault)
                    life.kills += fault == .killedBefore || fault == .killedAfter ? 1 : 0
                }
                if try await world.step(trouble)?.outcome == .finished { life.isFinished = true }
            }
            life.days = Double(run) / 5
            let state = try await world.state()
            // What is published is always what the versions say.
            #expect(try await world.history().last == state.percent)
            if case .present(_, .takenBack) = state { break }
            if life.isFinished { break }
        }
        life.history = try await world.history()
        life.exposed = world.users.exposed
        life.crashed = world.users.crashed
        #expect(isInOrder(life.history), "\(life.history)")
        return life
    }

    /// Whether shares are the steps in their order, each once, with nothing after they were taken back.
    private func isInOrder(_ history: [Double]) -> Bool {
        let steps = [5.0, 25, 50, 100]
        let forward = history.last == 0 ? history.dropLast() : history[...]
        return Array(forward) == Array(steps.prefix(forward.count))
    }

    private func print(_ name: String, _ lives: [Life]) {
        guard Self.areMany else { return }
        func middle(_ value: (Life) -> Double) -> Double { lives.map(value).sorted()[lives.count / 2] }
        let back = lives.count { $0.history.last == 0 }
        let share = middle { $0.exposed == 0 ? 0 : Double($0.crashed) / Double($0.exposed) }
        Swift.print(
            "\(name): \(lives.count) lives, \(back) taken back, \(lives.count(where: \.isFinished)) finished; median "
                + "\(middle(\.days)) days, \(Int(middle { Double($0.exposed) })) users with the new value, "
                + "\(Int(middle { Double($0.crashed) })) of them crashed (\((share * 1000).rounded() / 10)%)")
    }

    @Test("without harm, all users get the value, and at most one in twenty is taken back")
    func harmless() async throws {
        var lives: [Life] = []
        for seed in 0..<(Self.areMany ? 400 : 8) { lives.append(try await life(seed: UInt64(seed * 2 + 100))) }
        print("no harm", lives)
        #expect(Double(lives.count { $0.history.last == 0 }) <= Double(lives.count) / 20)
        #expect(Double(lives.count(where: \.isFinished)) >= Double(lives.count) * 0.9, "\(lives.map(\.history))")
    }

    @Test("harm from the first step on is taken back before all users have the value", arguments: [0.03, 0.05, 0.5])
    func harm(_ rate: Double) async throws {
        var lives: [Life] = []
        for seed in 0..<(Self.areMany ? 100 : 4) {
            lives.append(try await life(crashRates: [0.01, rate], seed: UInt64(seed * 2 + 1000)))
        }
        print("\(rate) from the start", lives)
        #expect(lives.allSatisfy { $0.history.last == 0 && !$0.history.contains(100) })
    }

    @Test("harm that begins at a later step is taken back, too", arguments: [5.0, 25, 50])
    func laterHarm(_ step: Double) async throws {
        for rate in Self.areMany ? [0.015, 0.02, 0.05] : [0.05] {
            var lives: [Life] = []
            for seed in 0..<(Self.areMany ? 45 : 3) {
                lives.append(
                    try await life(seed: UInt64(seed * 2 + 2000)) { world, _ in
                        if (try await world.state().percent ?? 0) >= step { world.users.setCrashRate(rate) }
                    })
            }
            print("\(rate) from \(step)%", lives)
            // Harm within the margin, which is 100%, may go on.
            if rate > 0.02 { #expect(lives.allSatisfy { $0.history.last == 0 }, "\(lives.map(\.history))") }
        }
    }

    @Test("while the results cannot be read, nothing advances and nothing is lost")
    func outage() async throws {
        for seed in 0..<(Self.areMany ? 100 : 3) {
            var before: RolloutState?
            let life = try await life(seed: UInt64(seed * 2 + 3000)) { world, run in
                let isOut = (12..<40).contains(run)
                if run == 12 { before = try await world.state() }
                if isOut { #expect(try await world.state() == before) }
                world.users.setBroken(isOut)
            }
            #expect(life.history.last == 100 || life.history.last == 0)
        }
    }

    @Test("however often programs are killed, template and versions agree, and each step is made once at most")
    func kills() async throws {
        var kills = 0
        var seed: UInt64 = 5000
        while kills < (Self.areMany ? 1000 : 30) {
            kills += try await life(seed: seed, faults: 1).kills
            seed += 2
        }
        if Self.areMany { Swift.print("\(kills) kills") }
    }
}

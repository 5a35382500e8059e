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
    /// The share of runs with a fault.
    private static let faults = 0.3

    /// The end of a rollout.
    private struct Life {
        var days = 0.0
        var history: [Double] = []
        /// The users since the start, or since the harm began.
        var counts = WorldUsers.Counts()
        var kills = 0
        var isFinished = false
        /// The number of changes before a run saw harm; nil if none did.
        var changesBeforeHarm: Int?

        var isTakenBack: Bool { history.last == 0 }

        /// Whether shares are the steps in their order, each once, with nothing after they were taken back.
        var isInOrder: Bool {
            let steps = [5.0, 25, 50, 100]
            let forward = isTakenBack ? history.dropLast() : history[...]
            return Array(forward) == Array(steps.prefix(forward.count))
        }

        /// Whether it went on after a run had seen harm.
        var wentOnAfterHarm: Bool {
            changesBeforeHarm.map { history.dropFirst($0).contains { $0 > 0 } } ?? false
        }
    }

    /// Lets a rollout run from its start to its end. Two machines run `rollout step` at the same time.
    private func life(
        crashRates: [Double] = [0.01, 0.01], seed: UInt64, faults: Double = faults,
        each: (RolloutWorld, Int) async throws -> Void = { _, _ in }
    ) async throws -> Life {
        let world = try RolloutWorld(crashRates: crashRates, seed: seed)
        try await world.make(.start)
        var life = Life()
        for run in 1...Self.mostRuns {
            try await world.pass()
            try await each(world, run)
            let troubles = (0..<2).map { _ in trouble(in: world, faults) }
            life.kills += troubles.count { $0?.fault == .killedBefore || $0?.fault == .killedAfter }
            let runs = try troubles.map { try world.run($0) }
            async let first = runs[0].step()
            async let second = runs[1].step()
            let looks = await [first?.look, second?.look].compactMap(\.self)
            life.history = try await world.history()
            life.isFinished = looks.contains { $0.decision.outcome == .finished }
            if life.changesBeforeHarm == nil, looks.contains(where: \.showsHarm) {
                life.changesBeforeHarm = life.history.count
            }
            life.days = Double(run) / 5
            // What is published is always what the versions say.
            #expect(try await world.state().percent == life.history.last)
            if life.isTakenBack || life.isFinished { break }
        }
        life.counts = world.users.counts
        #expect(life.isInOrder, "\(life.history)")
        #expect(!life.wentOnAfterHarm, "\(life.history)")
        return life
    }

    private func trouble(in world: RolloutWorld, _ faults: Double) -> RunNetwork.Trouble? {
        guard world.random.fraction() < faults else { return nil }
        let fault = RunNetwork.Fault.allCases.randomElement(using: &world.random) ?? .lostAnswer
        return RunNetwork.Trouble(request: 1 + Int(world.random.fraction() * 10), fault: fault)
    }

    private func print(_ name: String, _ lives: [Life]) {
        guard Self.areMany else { return }
        func middle(_ value: (Life) -> Double) -> Double { lives.map(value).sorted()[lives.count / 2] }
        func share(_ part: Int, _ whole: Int) -> Double {
            whole == 0 ? 0 : Double(part) / Double(whole) * 100
        }
        func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
        let back = lives.count(where: \.isTakenBack)
        Swift.print(
            "\(name): \(lives.count) lives, \(back) taken back, \(lives.count(where: \.isFinished)) finished; median "
                + "\(tenths(middle(\.days))) days, \(Int(middle { Double($0.counts.exposed) })) users with the new "
                + "value (\(tenths(middle { share($0.counts.exposed, $0.counts.all) }))% of those who came), "
                + "\(Int(middle { Double($0.counts.crashed) })) of them crashed; \(lives.count(where: \.wentOnAfterHarm)) "
                + "went on after harm was seen")
    }

    @Test("without harm, all users get the value, and at most one in twenty is taken back")
    func harmless() async throws {
        var lives: [Life] = []
        for seed in 0..<(Self.areMany ? 400 : 4) {
            lives.append(try await life(seed: UInt64(seed * 2 + 100)))
        }
        print("no harm", lives)
        #expect(Double(lives.count(where: \.isTakenBack)) <= Double(lives.count) / 20)
        #expect(
            Double(lives.count(where: \.isFinished)) >= Double(lives.count) * 0.9, "\(lives.map(\.history))")
    }

    @Test(
        "harm from the first step on is taken back before all users have the value",
        arguments: [0.03, 0.05, 0.5])
    func harm(_ rate: Double) async throws {
        var lives: [Life] = []
        for seed in 0..<(Self.areMany ? 100 : 2) {
            lives.append(try await life(crashRates: [0.01, rate], seed: UInt64(seed * 2 + 1000)))
        }
        print("\(rate) from the start", lives)
        #expect(lives.allSatisfy { $0.isTakenBack && !$0.history.contains(100) })
    }

    @Test("harm that begins at a later step is taken back, too", arguments: [5.0, 25, 50])
    func laterHarm(_ step: Double) async throws {
        for rate in Self.areMany ? [0.015, 0.02, 0.05] : [0.05] {
            var lives: [Life] = []
            for seed in 0..<(Self.areMany ? 45 : 2) {
                lives.append(
                    try await life(seed: UInt64(seed * 2 + 2000)) { world, _ in
                        if (try await world.state().percent ?? 0) >= step { world.users.setCrashRate(rate) }
                    })
            }
            print("\(rate) from \(step)%", lives)
            // Harm within the margin, which is 100%, may go on.
            if rate > 0.02 { #expect(lives.allSatisfy { $0.isTakenBack }, "\(lives.map(\.history))") }
        }
    }

    /// What does not answer for some days.
    enum Outage: String, CaseIterable {
        case warehouse
        case service
    }

    @Test(
        "while the results or the service do not answer, nothing advances and nothing is lost",
        arguments: Outage.allCases)
    func outage(_ outage: Outage) async throws {
        for seed in 0..<(Self.areMany ? 50 : 2) {
            var before: RolloutState?
            let life = try await life(seed: UInt64(seed * 2 + 3000)) { world, run in
                let isOut = (12..<40).contains(run)
                if run == 12 { before = try await world.state() }
                if isOut { #expect(try await world.state() == before) }
                switch outage {
                case .warehouse: world.users.setBroken(isOut)
                case .service: world.isServiceAway = isOut
                }
            }
            #expect(life.isFinished || life.isTakenBack, "\(life.history)")
        }
    }

    @Test(
        "however often programs are killed, template and versions agree, and each step is made once at most")
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

extension RolloutLook {
    /// Whether harm is known.
    fileprivate var showsHarm: Bool {
        guard let evidence else { return false }
        return evidence.doubts.isEmpty && evidence.findings.contains { $0.kind == .harmful }
    }
}

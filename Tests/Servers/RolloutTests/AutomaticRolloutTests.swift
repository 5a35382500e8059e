import ExperimentsCore
import ExperimentsProject
import ExperimentsRollouts
import ExperimentsWebHooks
import Foundation
import TestSupport
import Testing

@Suite("Rollouts whose steps a running program makes", .inTurn)
struct AutomaticRolloutTests {
    /// A program that keeps running, such as `serve`.
    private struct Program {
        var rollouts: AutomaticRollouts
        /// What its web hook gets.
        var news: [HookNews] = []

        init(_ world: RolloutWorld) throws {
            let work = try world.work(over: RunNetwork(to: world.emulator))
            rollouts = AutomaticRollouts(
                [DeclaredRollout(world.rollout) { work }], startingAt: world.clock.now)
        }

        mutating func hear(_ name: String, _ result: Result<RolloutStep?, any Error>, at now: Date) {
            guard case .step(let done)? = rollouts.hear(name, result) else { return }
            let event = HookEvent.rollout(name, sentence: done.sentence, isHarm: done.isHarm)
            news += WebHook.Interest(rollouts: true).news(of: [event], at: now)
        }
    }

    private static func look(
        at due: [DeclaredRollout], _ now: Date
    ) async -> [(name: String, result: Result<RolloutStep?, any Error>)] {
        var looks: [(name: String, result: Result<RolloutStep?, any Error>)] = []
        for declared in due {
            do {
                looks.append((declared.rollout.name, .success(try await declared.work().step(at: now).done)))
            } catch {
                looks.append((declared.rollout.name, .failure(error)))
            }
        }
        return looks
    }

    @Test(
        "two programs at the same time make each step once, and one of them reports it",
        arguments: [0.01, 0.1])
    func twoPrograms(_ crashRate: Double) async throws {
        let world = try RolloutWorld(crashRates: [0.01, crashRate], seed: 7)
        try await world.make(.start)
        var programs = [try Program(world), try Program(world)]
        for _ in 0..<(5 * 40) {
            try await world.pass()
            let now = world.clock.now
            let due = programs.indices.map { programs[$0].rollouts.begin(at: now) }
            async let first = Self.look(at: due[0], now)
            async let second = Self.look(at: due[1], now)
            for (index, looks) in [await first, await second].enumerated() {
                for look in looks { programs[index].hear(look.name, look.result, at: now) }
                programs[index].rollouts.end(at: now)
            }
            if [0, 100].contains(try await world.state().percent) { break }
        }
        let history = try await world.history()
        #expect(history == (crashRate > 0.01 ? [5, 0] : [5, 25, 50, 100]))
        let news = programs.flatMap(\.news).sorted { $0.at < $1.at }
        #expect(news.map(\.event) == history.dropFirst().map { $0 == 0 ? .harm : .step })
        #expect(news.allSatisfy { $0.rollout == world.rollout.name && $0.reason?.isEmpty == false })
    }

    private let start = RolloutWorld.start

    @Test("are looked at five minutes after the start, and never twice at the same time")
    func schedule() throws {
        var rollouts = try Program(RolloutWorld(seed: 1)).rollouts
        #expect(rollouts.begin(at: start + RolloutSchedule.interval - 1).isEmpty)
        #expect(rollouts.begin(at: start + RolloutSchedule.interval).count == 1)
        #expect(rollouts.due == nil)
        #expect(rollouts.begin(at: start + 10 * RolloutSchedule.interval).isEmpty)
        rollouts.end(at: start + 1000)
        #expect(rollouts.due == start + 1000 + RolloutSchedule.interval)
    }

    @Test("a clock that was set does not change the wait", arguments: [-86_400.0, 86_400])
    func clock(_ jump: TimeInterval) throws {
        var rollouts = try Program(RolloutWorld(seed: 1)).rollouts
        rollouts.clockWasSet(by: jump)
        #expect(rollouts.due == start + jump + RolloutSchedule.interval)
    }

    @Test("without auto: true, nothing is ever due")
    func manual() throws {
        let world = try RolloutWorld(seed: 1)
        let work = try world.work(over: RunNetwork(to: world.emulator))
        var rollout = world.rollout
        rollout.isAutomatic = false
        var rollouts = AutomaticRollouts([DeclaredRollout(rollout) { work }], startingAt: start)
        #expect(rollouts.due == nil)
        #expect(rollouts.begin(at: .distantFuture).isEmpty)
    }

    @Test("a problem is reported once, and again after it was solved")
    func problems() throws {
        var rollouts = try Program(RolloutWorld(seed: 1)).rollouts
        let results: [Result<RolloutStep?, any Error>] = [
            .failure(MessageError("away")), .failure(MessageError("away")),
            .failure(MessageError("forbidden")),
            .success(nil), .failure(MessageError("forbidden")),
        ]
        let reported = results.map { result -> String? in
            guard case .problem(let problem)? = rollouts.hear("Checkout", result) else { return nil }
            return problem
        }
        #expect(reported == ["away", nil, "forbidden", nil, "forbidden"])
    }
}

import Foundation
import TestSupport
import Testing

/// A series of attempts to break the built program with random input.
///
/// Each attempt has a seed of its own, the first one the campaign's, so that an attempt that succeeded is made again by
/// its seed alone. `make attack` makes `EXPERIMENTS_ATTACK_ROUNDS` times as many attempts as a usual run of the tests,
/// and begins with the seed `EXPERIMENTS_ATTACK_SEED`.
struct Campaign {
    /// What is attacked, in a word or two.
    let name: String

    /// Whether there is a program to attack.
    static let isPossible = FileManager.default.isExecutableFile(atPath: Workplace.program)
    /// Why it is skipped where there is none.
    static let absence = "the program is not built; name it in EXPERIMENTS_BINARY"

    /// Whether it is to be as long as `make attack` asks for.
    static let isLong = (rounds ?? 1) > 1

    private static let rounds = number("EXPERIMENTS_ATTACK_ROUNDS")
    private static let seed = number("EXPERIMENTS_ATTACK_SEED") ?? 1
    /// More would only say the same again.
    private static let failureLimit = 3

    init(_ name: String) { self.name = name }

    /// Makes attempts, each of which throws where the program did not hold, and says what came of them.
    ///
    /// - Parameters:
    ///   - count: how many attempts a usual run of the tests makes.
    ///   - campaign: how many `make campaign` makes; nil for the same.
    ///   - width: how many are made at once.
    func run(
        _ count: Int, inCampaign campaign: Int? = nil, atOnce width: Int = 1,
        _ attempt: @escaping @Sendable (inout SeededGenerator) async throws -> Void
    )
        async
    {
        let count = Promise.effort(count, campaign: campaign ?? count)
        let seeds = (0..<UInt64(count) * max(1, Self.rounds ?? 1)).map { Self.seed &+ $0 }
        var (made, failures) = (0, 0)
        await withTaskGroup(of: (seed: UInt64, problem: String?).self) { group in
            var waiting = seeds.makeIterator()
            func begin() {
                guard failures < Self.failureLimit, let seed = waiting.next() else { return }
                group.addTask {
                    var random = SeededGenerator(seed: seed)
                    do {
                        try await attempt(&random)
                        return (seed, nil)
                    } catch {
                        return (seed, "\(error)")
                    }
                }
            }
            for _ in 0..<width { begin() }
            while let (seed, problem) = await group.next() {
                made += 1
                if let problem {
                    failures += 1
                    Issue.record("\(name): \(problem)\nthe same again: EXPERIMENTS_ATTACK_SEED=\(seed)")
                }
                begin()
            }
        }
        if Self.rounds != nil {
            print("\(name): \(made) attempts, \(failures) failures, first seed \(Self.seed)")
        }
    }

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}

/// What an attempt did to the program.
struct Broken: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension SeededGenerator {
    /// One of several things.
    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

    /// True as often as one in `count`.
    mutating func happens(onceIn count: Int) -> Bool { below(count) == 0 }
}

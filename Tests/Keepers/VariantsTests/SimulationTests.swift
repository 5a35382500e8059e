import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import Variants

@Suite("Simulating", .inTurn)
struct SimulationTests {
    private static func document(_ variants: String) -> String {
        #"{"flag_defs": [{"flag": "f", "base_value": 0}], "variants": [\#(variants)]}"#
    }

    private static func variant(_ id: String, _ condition: String) -> String {
        #"{"id": "\#(id)", "conditions": [\#(condition)], "mods": [{"flag": "f", "value": "\#(id)"}]}"#
    }

    private static func rollout(_ percentage: Int, start: Int = 0, salt: String = "s") -> String {
        """
        {"type": "ROLLOUT", "value": {"percentage": \(percentage), "start": \(start), "salt": "\(salt)"}}
        """
    }

    private static let arms = document(
        variant("A", rollout(20)) + "," + variant("B", rollout(30, start: 20)) + ","
            + variant("C", #"{"type": "MOD_RANGE", "values": ["user_id", 0, 9]}"#))

    @Test("shares are those intended, within their intervals, and nothing is a mismatch")
    func shares() throws {
        let simulation = try VariantRegistry.holding(Self.arms).simulate(
            SimulationOptions(users: 50_000, seed: 4))
        #expect(simulation.variants.map(\.id) == ["A", "B", "C"])
        #expect(
            simulation.variants.map { $0.active.intended.map { ($0 * 1e6).rounded() } } == [2e5, 3e5, 1e5])
        for variant in simulation.variants {
            let intended = try #require(variant.active.intended)
            #expect(abs(variant.active.share - intended) < 0.01)
            #expect(variant.active.interval.contains(variant.active.share))
        }
        #expect(simulation.mismatchedVariants.isEmpty)
        #expect(simulation.mismatchedFlags.isEmpty)
    }

    @Test("the arms of a flag count who gets each value, the base value included")
    func arms() throws {
        let simulation = try VariantRegistry.holding(Self.arms).simulate(
            SimulationOptions(users: 50_000, seed: 4))
        let flag = try #require(simulation.flags.first)
        #expect(flag.arms.map(\.variant) == [nil, "A", "B", "C"])
        #expect(flag.arms.map(\.share.count).reduce(0, +) == 50_000)
        #expect(
            flag.arms.map { $0.share.intended.map { ($0 * 1e6).rounded() } } == [4.5e5, 1.8e5, 2.7e5, 1e5])
        #expect(flag.test?.degreesOfFreedom == 3)
    }

    @Test("overlaps are the users for whom two variants of a flag are active")
    func overlaps() throws {
        let simulation = try VariantRegistry.holding(Self.arms).simulate(
            SimulationOptions(users: 50_000, seed: 4))
        #expect(simulation.overlaps.map { [$0.first, $0.second] } == [["A", "C"], ["B", "C"]])
        #expect(simulation.overlaps.map { $0.share.intended.map { ($0 * 1e6).rounded() } } == [2e4, 3e4])
        #expect(abs((simulation.overlaps.first?.share.share ?? 0) - 0.02) < 0.003)
    }

    @Test("the same seed gives the same counts, another one others")
    func seeds() throws {
        let registry = try VariantRegistry.holding(
            Self.document(
                Self.variant("R", #"{"type": "RANDOM", "value": 0.3}"#) + ","
                    + Self.variant("S", Self.rollout(40))))
        func counts(_ seed: UInt64) throws -> [Int] {
            try registry.simulate(SimulationOptions(users: 40_000, seed: seed)).variants.map(\.active.count)
        }
        #expect(try counts(1) == counts(1))
        #expect(try counts(1) != counts(2))
    }

    @Test("identifiers that fall unevenly are a sample-ratio mismatch")
    func mismatch() throws {
        let registry = try VariantRegistry.holding(
            Self.document(Self.variant("M", #"{"type": "MOD_RANGE", "values": ["user_id", 0, 9]}"#)))
        let even = (0..<5000).map { String($0 * 100 + $0 % 20) }
        let simulation = try registry.simulate(SimulationOptions(ids: even))
        #expect(simulation.mismatchedVariants.map(\.id) == ["M"])
        #expect(simulation.mismatchedFlags.map(\.flag) == ["f"])
    }

    @Test("something that should never happen is a mismatch, however seldom it happens")
    func impossible() throws {
        let test = try #require(ChiSquaredTest(counts: [999, 1], intended: [1, 0]))
        #expect(test.statistic == .infinity)
        #expect(test.probability == 0)
    }

    @Test("what all users have in common is not drawn")
    func common() throws {
        let registry = try VariantRegistry.holding(
            Self.document(
                Self.variant("M", #"{"type": "MOD_RANGE", "values": ["age", 30, 39]}"#) + ","
                    + Self.variant("N", #"{"type": "USER_ID", "values": ["anna"]}"#)))
        let simulation = try registry.simulate(SimulationOptions(users: 1000, context: ["age": 35]))
        #expect(simulation.variants.map(\.active.count) == [1000, 0])
        #expect(simulation.variants.map(\.active.intended) == [1, 0])
    }

    @Test("the share of an app's own condition is counted, and not intended")
    func custom() throws {
        let registry = VariantRegistry()
        try registry.registerConditionType("ODD") { _ in { ($0["user_id"]?.int ?? 0) % 2 == 1 } }
        try registry.register(FlagDefinition("f", baseValue: 0))
        try registry.register(
            Variant(
                id: "V", conditionOperator: .and,
                conditions: [
                    .init(type: "ODD"), .init(type: "USER_ID_MOD", .values([0, 49])),
                ], mods: [.init(flag: "f", value: 1)]))
        let share = try #require(try registry.simulate(SimulationOptions(users: 20_000)).variants.first)
        #expect(abs(share.active.share - 0.25) < 0.02)
        #expect(share.active.intended == nil)
        #expect(share.test == nil)
    }

    @Test(
        "the intended shares are exact for conditions of one source",
        arguments: [
            ("AND", 0.10), ("OR", 0.40),
        ])
    func exact(_ joining: String, _ expected: Double) throws {
        let registry = try VariantRegistry.condition(
            Self.rollout(25) + "," + Self.rollout(25, start: 15), operator: joining)
        let intended = try registry.simulate(SimulationOptions(users: 10)).variants.first?.active.intended
        #expect(abs((intended ?? 0) - expected) < 1e-9)
    }

    @Test("the intended shares of a flag with very many variants are exact, too")
    func many() throws {
        let count = 3_000
        // Each but the last covers half of the one before.
        let variants = (0..<count).map { number in
            let value = #"{"percentage": 0.02, "start": \#(Double(number) / 100), "salt": "s"}"#
            return Self.variant("V\(number)", #"{"type": "ROLLOUT", "value": \#(value)}"#)
        }
        let document = Self.document(variants.joined(separator: ","))
        let simulation = try VariantRegistry.holding(document).simulate(SimulationOptions(users: 10))
        let flag = try #require(simulation.flags.first)
        let buckets = flag.arms.map { arm in Int(((arm.share.intended ?? 0) * 1_000_000).rounded()) }
        #expect(buckets.first == 1_000_000 - 100 * (count - 1) - 200)
        #expect(buckets.last == 200)
        #expect(buckets.dropFirst().dropLast().allSatisfy { $0 == 100 })
    }

    @Test("the intended shares of any document are those that are counted")
    func model() throws {
        var random = SeededGenerator(seed: 17)
        for _ in 0..<40 {
            let registry = VariantRegistry()
            try registry.load(RandomDocument(using: &random).document)
            let simulation = try registry.simulate(SimulationOptions(users: 5000, seed: random.next()))
            #expect(simulation.mismatchedVariants.isEmpty)
            #expect(simulation.mismatchedFlags.isEmpty)
        }
    }

    @Test("no users do not cause a division by zero")
    func nobody() throws {
        let simulation = try VariantRegistry.holding(Self.arms).simulate(SimulationOptions(users: 0))
        #expect(simulation.variants.allSatisfy { $0.active.share == 0 && $0.test == nil })
    }

    @Test("Wilson's interval is that of the textbook")
    func wilson() {
        let interval = ObservedShare(count: 10, users: 100, intended: nil).interval
        #expect(abs(interval.lowerBound - 0.0552) < 0.0001)
        #expect(abs(interval.upperBound - 0.1744) < 0.0001)
    }
}

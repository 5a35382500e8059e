import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("Looking again and again", .inTurn)
struct SequentialTests {
    private func look(_ control: Int, _ treatment: Int, of users: Int) throws -> Look {
        let comparison = try GroupComparison(
            control: GroupTotals(units: users, converted: control),
            treatment: GroupTotals(units: users, converted: treatment), estimator: .proportion)
        return Look(comparison, day: Double(users))
    }

    private func evidence(_ levels: [Double] = [0.05]) -> SequentialEvidence {
        SequentialEvidence(ConfidenceSequence(alpha: 0.05, tuning: 5000), levels: levels)
    }

    @Test(
        "the interval reaches as many standard errors as the paper's formula says",
        arguments: [
            (100, 6.69), (500, 3.86), (1000, 3.36), (2500, 3.08), (5000, 3.04), (10_000, 3.06), (1e6, 3.66),
        ])
    func multiplier(units: Double, expected: Double) throws {
        let sequence = try #require(ConfidenceSequence(alpha: 0.05, tuning: 5000))
        #expect(abs(sequence.multiplier(units: units) - expected) < 0.005)
    }

    @Test("p is below a level exactly where that level's interval leaves out zero", arguments: 0..<200)
    func agreement(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let sequence = try #require(ConfidenceSequence(alpha: 0.05, tuning: 5000))
        let effect = Effect(value: .random(in: -6...6, using: &random), standardError: 1)
        let units = Double(1 + random.below(100_000))
        let pValue = sequence.pValue(effect, units: units)
        for level in [0.05, 0.01, 0.2, 0.0001] {
            let interval = try #require(sequence.at(level)).interval(effect, units: units)
            #expect((pValue < level) == (interval.isAboveZero || interval.isBelowZero))
        }
    }

    @Test("without users, with no level and with no tuning nothing is ruled out")
    func nothing() throws {
        let sequence = try #require(ConfidenceSequence(alpha: 0.05, tuning: 5000))
        let effect = Effect(value: 5, standardError: 1)
        #expect(sequence.interval(effect, units: 0) == .everything)
        #expect(sequence.pValue(effect, units: 0) == 1)
        #expect(ConfidenceSequence(alpha: 0, tuning: 5000) == nil)
        #expect(ConfidenceSequence(alpha: 1, tuning: 5000) == nil)
        #expect(ConfidenceSequence(alpha: 0.05, tuning: 0) == nil)
        #expect(ConfidenceSequence(alpha: 0.05, tuning: .nan) == nil)
    }

    @Test("what one look ruled out, no later one brings back")
    func intersection() throws {
        var evidence = evidence()
        evidence.record(try look(100, 220, of: 1000))
        let before = evidence.bounds(0).difference
        #expect(before.isAboveZero)
        evidence.record(try look(200, 280, of: 2000))
        let after = evidence.bounds(0).difference
        #expect(after.lower == before.lower)
        #expect(after.upper < before.upper)
        #expect(evidence.bounds(0).lift.isAboveZero)
    }

    @Test("looks that say nothing new are not kept, and those that are kept say all")
    func kept() throws {
        var evidence = evidence([0.05, 0.025])
        for users in [1000, 2000, 4000, 8000] { evidence.record(try look(users / 10, users / 8, of: users)) }
        let count = evidence.looks.count
        #expect(!evidence.record(try look(100, 125, of: 1000)))
        #expect(evidence.looks.count == count)
        var again = self.evidence([0.05, 0.025])
        for look in evidence.looks { again.record(look) }
        #expect(again == evidence)
    }

    @Test("after a look that contradicts the others, only the latest one counts")
    func change() throws {
        var evidence = evidence()
        evidence.record(try look(1000, 2000, of: 10_000))
        let before = evidence.bounds(0)
        let contradiction = try look(20_000, 15_000, of: 100_000)
        evidence.record(contradiction)
        #expect(evidence.change == EffectChange(day: 100_000, before: before))
        let sequence = try #require(evidence.sequence(0))
        #expect(evidence.bounds(0) == EffectBounds(contradiction, sequence))
        let later = try look(40_000, 39_900, of: 200_000)
        evidence.record(later)
        #expect(evidence.bounds(0) == EffectBounds(later, sequence))
        #expect(evidence.change?.day == 100_000)
    }

    /// Looks at an experiment whose effect may change from look to look.
    private func looks(_ seed: Int) throws -> [Look] {
        var random = SeededGenerator(seed: UInt64(seed))
        var converted = [0, 0]
        var users = [0, 0]
        return try (0..<12).map { day in
            let rates = [0.1, 0.1 + Double.random(in: -0.08...0.08, using: &random)]
            for group in 0..<2 {
                let came = 200 + random.below(2000)
                users[group] += came
                converted[group] += Int((rates[group] * Double(came)).rounded())
            }
            let comparison = try GroupComparison(
                control: GroupTotals(units: users[0], converted: converted[0]),
                treatment: GroupTotals(units: users[1], converted: converted[1]), estimator: .proportion)
            return Look(comparison, day: Double(day))
        }
    }

    @Test(
        "p is below a level exactly where the interval leaves out zero, also if the effect changes",
        arguments: 0..<300)
    func agreementOverLooks(seed: Int) throws {
        let levels = [0.05, 0.025, 0.05 / 3]
        let sequence = ConfidenceSequence(alpha: 0.05, tuning: 5000)
        for guarded in [Direction?.none, .up, .down] {
            var evidence = SequentialEvidence(sequence, levels: levels, guarding: guarded)
            for look in try looks(seed) {
                evidence.record(look)
                for (index, level) in levels.enumerated() {
                    let interval = evidence.bounds(index).difference
                    #expect(!interval.isEmpty)
                    #expect((evidence.pValue < level) == (interval.isAboveZero || interval.isBelowZero))
                }
            }
        }
    }

    @Test("harm that the interval of any look shows is remembered", arguments: 0..<100)
    func harm(seed: Int) throws {
        let sequence = try #require(ConfidenceSequence(alpha: 0.05, tuning: 5000))
        for direction in Direction.allCases {
            var evidence = SequentialEvidence(sequence, levels: [0.05], guarding: direction)
            var first: Look?
            for look in try looks(seed) {
                evidence.record(look)
                let own = sequence.interval(look.effect, units: look.units)
                if direction.opposes(own), first == nil { first = look }
                #expect(evidence.harm == first)
            }
        }
    }

    @Test("of several goals, those are judged sharper that others leave more room", arguments: 0..<200)
    func family(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let count = 1 + random.below(5)
        let pValues = (0..<count).map { _ in Double.random(in: 0...0.1, using: &random) }
        for correction in Correction.allCases {
            let levels = correction.levels(alpha: 0.05, tests: count)
            let indices = correction.levelIndices(pValues, alpha: 0.05)
            let adjusted = correction.adjusted(pValues)
            for place in 0..<count {
                #expect((pValues[place] < levels[indices[place]]) == (adjusted[place] < 0.05))
            }
        }
    }

    @Test("p-values that are none count as one")
    func brokenPValues() {
        #expect(Correction.holm.adjusted([.nan, 0.01, -1, 7]) == [1, 0.03, 0, 1])
        #expect(Correction.holm.adjusted([]).isEmpty)
        #expect(Correction.benjaminiHochberg.levelIndices([], alpha: 0.05).isEmpty)
    }
}

import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("An exact sum", .inTurn) struct PreciseSumTests {
    private static func numbers(_ random: inout SeededGenerator) -> [Double] {
        (0..<Int.random(in: 1...50, using: &random)).map { _ in
            switch Int.random(in: 0..<4, using: &random) {
            case 0: Double(Int.random(in: -5000...5000, using: &random)) / 100
            case 1: Double.random(in: -1...1, using: &random) * 1e100
            case 2: Double.random(in: -1e-20...1e-20, using: &random)
            default: Double(Int.random(in: 0...9, using: &random))
            }
        }
    }

    private static func sum(_ numbers: some Sequence<Double>) -> PreciseSum {
        numbers.reduce(into: PreciseSum()) { sum, number in
            sum += PreciseSum(number)
            sum += .square(number)
        }
    }

    @Test("is the same to the last bit in any order, and of any parts", arguments: 0..<200)
    func order(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let numbers = Self.numbers(&random)
        let sum = Self.sum(numbers)
        #expect(Self.sum(numbers.shuffled(using: &random)) == sum)
        let half = numbers.count / 2
        #expect(Self.sum(numbers[half...]) + Self.sum(numbers[..<half]) == sum)
        #expect(PreciseSum(sum.value, rest: sum.rest, tail: sum.tail) == sum)
    }

    @Test("is nothing when all is taken away again", arguments: 0..<200)
    func nothing(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let numbers = Self.numbers(&random)
        var sum = Self.sum(numbers)
        for number in numbers.shuffled(using: &random) {
            sum -= .square(number)
            sum -= PreciseSum(number)
        }
        #expect(sum == PreciseSum())
    }

    @Test("is rounded to the nearest number, also where half a digit is left")
    func rounding() {
        let sum = PreciseSum(1) + PreciseSum(0x1p-53) + PreciseSum(0x1p-120)
        #expect(sum.value == 1 + 0x1p-52)
        #expect(sum.rest == -0x1p-53 && sum.tail == [0x1p-120])
        #expect((PreciseSum(1) + PreciseSum(0x1p-53)).value == 1)
    }

    @Test("that is not finite stays so")
    func notFinite() {
        #expect(!(PreciseSum(1) + PreciseSum(.infinity)).value.isFinite)
        #expect(!(PreciseSum(0.1) + PreciseSum(.nan) + PreciseSum(1e-30)).value.isFinite)
    }
}

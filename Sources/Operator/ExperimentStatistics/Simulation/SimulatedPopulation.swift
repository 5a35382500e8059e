import Foundation

/// Users for a simulation, drawn at random.
public struct SimulatedPopulation: Sendable, Hashable {
    /// The behaviour of users.
    public enum Behaviour: Sendable, Hashable {
        /// A share of them converts.
        case converting(rate: Double)
        /// A share of them buys. The logarithms of the amounts are normally distributed with mean 0 and this deviation.
        case buying(rate: Double, logDeviation: Double)
    }

    /// The distribution of the values of the users.
    public let behaviour: Behaviour
    private let counts: BinomialTable

    /// Creates a population whose users come in batches of one size.
    public init(_ behaviour: Behaviour, batch: Int) {
        self.behaviour = behaviour
        switch behaviour {
        case .converting(let rate), .buying(let rate, _): counts = BinomialTable(trials: batch, chance: rate)
        }
    }

    /// The number of users in a batch.
    public var size: Int { counts.trials }

    /// The kind of metric for their behaviour.
    public var kind: MetricKind {
        if case .converting = behaviour { .proportion } else { .sum }
    }

    /// Returns the totals of one batch.
    public func batch(using random: inout some RandomNumberGenerator) -> GroupTotals {
        let count = counts.draw(using: &random)
        guard case .buying(_, let deviation) = behaviour else {
            return GroupTotals(units: counts.trials, converted: count)
        }
        var (sum, squares) = (0.0, 0.0)
        for _ in 0..<count {
            let chance = Double.random(in: 0x1p-60..<1, using: &random)
            let value = exp(deviation * NormalDistribution.quantile(upperTail: chance))
            sum += value
            squares += value * value
        }
        return GroupTotals(
            units: counts.trials, unitsWithValue: count, sum: PreciseSum(sum), sumSquares: PreciseSum(squares))
    }
}

/// How often something happens in a number of trials, drawn from the cumulative chances.
struct BinomialTable: Sendable, Hashable {
    let trials: Int
    private let cumulative: [Double]

    init(trials: Int, chance: Double) {
        let trials = max(0, trials)
        let chance = min(1, max(0, chance.isNaN ? 0 : chance))
        self.trials = trials
        let n = Double(trials)
        let logAll = GammaFunction.logarithm(n + 1)
        var sum = 0.0
        cumulative = (0...trials).map { count in
            let k = Double(count)
            let ways = logAll - GammaFunction.logarithm(k + 1) - GammaFunction.logarithm(n - k + 1)
            // 0 · ln 0 is no number, and means nothing to multiply by.
            let yes = count == 0 ? 0 : k * log(chance)
            let no = count == trials ? 0 : (n - k) * log1p(-chance)
            sum += exp(ways + yes + no)
            return sum
        }
    }

    func draw(using random: inout some RandomNumberGenerator) -> Int {
        let chance = Double.random(in: 0..<1, using: &random)
        var (low, high) = (0, trials)
        while low < high {
            let middle = (low + high) / 2
            if cumulative[middle] > chance { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// A share of all randomization ids.
struct PercentCondition: Sendable {
    enum Comparison: Sendable {
        case lessOrEqual(Double)
        case greater(Double)
        case between(Double, Double)
    }

    /// The index of the seed among those of the template: ids are hashed once for each seed.
    let seed: Int
    let comparison: Comparison

    func holds(for microPercentile: Int) -> Bool {
        let value = Double(microPercentile)
        return switch comparison {
        case .lessOrEqual(let bound): value <= bound
        case .greater(let bound): value > bound
        case .between(let lower, let upper): lower < value && value <= upper
        }
    }
}

import ExperimentsCore

/// The values that percentages give a parameter, one after the other.
struct PercentSplit {
    /// What a part of all installations gets, unless an earlier one decides.
    private struct Step {
        /// Ranges of percentiles, by their seeds; all have to hold.
        let ranges: [(seed: String, range: PercentCondition.Comparison)]
        let value: String?

        func holds(_ percentile: (String) -> Int) -> Bool {
            ranges.allSatisfy { PercentCondition(seed: 0, comparison: $0.range).holds(for: percentile($0.seed)) }
        }
    }

    /// With more combinations than this no shares are worked out.
    private static let limit = 4096.0

    private let key: String
    private let steps: [Step]
    private let usual: String?

    /// Nil where no percentage decides, or where conditions are for different users beside it.
    init?(_ parameter: ClientTemplate.Parameter, _ conditions: [PreparedCondition?]) {
        var steps: [Step] = []
        var others: Set<ConditionAtom>?
        for (number, value) in parameter.conditional {
            guard let condition = conditions[number] else { continue }
            var ranges = condition.parts.compactMap { part -> (seed: String, range: PercentCondition.Comparison)? in
                guard case .percent(let seed, _) = part.atom, let range = part.percentage else { return nil }
                return (seed ?? "", range)
            }
            if let rollout = value.rollout {
                ranges.append((rollout.id, .lessOrEqual(rollout.percent * Double(Percentile.whole) / 100)))
            }
            if ranges.isEmpty { continue }
            let rest = Set(condition.expression.atoms.filter { if case .percent = $0 { false } else { true } })
            guard others == nil || others == rest else { return nil }
            others = rest
            var text = value.rollout?.value
            if case .text(let value) = value { text = value }
            steps.append(Step(ranges: ranges, value: text))
        }
        guard !steps.isEmpty else { return nil }
        (key, self.steps) = (parameter.key, steps)
        if case .text(let text) = parameter.defaultValue { usual = text } else { usual = nil }
    }

    func split(named name: String?, users: Int) -> ExperimentSplit? {
        guard let intended = shares() else { return nil }
        var counts = Array(repeating: 0, count: steps.count + 1)
        var random = SplitMix64(seed: 0)
        for _ in 0..<users {
            let id = String(random.next(), radix: 16)
            counts[place { Percentile.microPercentile(of: id, seed: $0) }] += 1
        }
        func arm(_ place: Int, _ value: String?) -> ExperimentSplit.Arm {
            .init(
                name: nil, value: value, intended: intended[place],
                simulated: users > 0 ? Double(counts[place]) / Double(users) : nil)
        }
        return ExperimentSplit(
            experiment: name ?? key, key: key,
            arms: [arm(steps.count, usual)] + steps.indices.map { arm($0, steps[$0].value) })
    }

    /// The first step that holds; one more than there are for none.
    private func place(_ percentile: (String) -> Int) -> Int {
        steps.firstIndex { $0.holds(percentile) } ?? steps.count
    }

    /// The exact share of each step: percentiles with different seeds are independent of each other.
    private func shares() -> [Double]? {
        let bounds = Dictionary(grouping: steps.flatMap(\.ranges), by: \.seed).mapValues { ranges in
            Set(ranges.flatMap { $0.range.firstBehind } + [0, Percentile.whole]).filter {
                (0...Percentile.whole).contains($0)
            }.sorted()
        }
        let seeds = bounds.keys.sorted()
        let cells = seeds.reduce(1.0) { $0 * Double((bounds[$1]?.count ?? 1) - 1) }
        guard cells <= Self.limit else { return nil }
        var shares = Array(repeating: 0.0, count: steps.count + 1)
        func visit(_ rest: ArraySlice<String>, chosen: [String: Int], weight: Double) {
            guard let seed = rest.first, let points = bounds[seed] else {
                shares[place { chosen[$0] ?? 0 }] += weight
                return
            }
            for (from, to) in zip(points, points.dropFirst()) {
                var chosen = chosen
                chosen[seed] = from
                visit(
                    rest.dropFirst(), chosen: chosen, weight: weight * Double(to - from) / Double(Percentile.whole))
            }
        }
        visit(seeds[...], chosen: [:], weight: 1)
        return shares
    }
}

extension PercentCondition.Comparison {
    /// The first percentiles behind its bounds: from one to the next, it holds for all or for none.
    fileprivate var firstBehind: [Int] {
        func behind(_ bound: Double) -> Int {
            guard !bound.isNaN else { return 0 }
            return Int(min(max(bound, -1), Double(Percentile.whole)).rounded(.down)) + 1
        }
        return switch self {
        case .lessOrEqual(let bound), .greater(let bound): [behind(bound)]
        case .between(let lower, let upper): [behind(lower), behind(upper)]
        }
    }
}

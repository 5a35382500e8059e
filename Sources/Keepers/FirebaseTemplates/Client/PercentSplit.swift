import ExperimentsCore

/// The values that percentages give a parameter, one after the other.
struct PercentSplit {
    /// The value of a part of all installations, unless an earlier step decides.
    private struct Step {
        /// Ranges of percentiles, by their seeds; all must be met.
        let ranges: [(seed: String, range: PercentileRange)]
        let value: String?
        /// Whether the rest of its condition is met.
        var isMet = true

        func holds(_ percentile: (String) -> Int) -> Bool {
            isMet
                && ranges.allSatisfy { $0.range.contains(percentile($0.seed)) }
        }
    }

    /// The maximum number of combinations for which shares are computed.
    private static let limit = 4096.0
    /// The least share that is intended: `percent <= 0` has a single one of all percentiles, and is meant to have none.
    private static let leastShare = 1.5 / Double(Percentile.whole)

    private let key: String
    private let steps: [Step]
    private let usual: String?

    /// Nil if no percentage is involved, or if other conditions apply to different users.
    init?(_ parameter: ClientTemplate.Parameter, _ conditions: [PreparedCondition?]) {
        var steps: [Step] = []
        var others: Set<ConditionAtom>?
        for (number, value) in parameter.conditional {
            guard let condition = conditions[number] else { continue }
            let ranges = Self.ranges(of: condition, value)
            if ranges.isEmpty { continue }
            let rest = Set(
                condition.expression.atoms.filter { if case .percent = $0 { false } else { true } })
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

    /// Creates the values of installations that differ from one only in their percentiles.
    init(
        _ parameter: ClientTemplate.Parameter, _ conditions: [PreparedCondition?], like instance: AppInstance
    ) {
        steps = parameter.conditional.map { number, value in
            guard let condition = conditions[number] else {
                return Step(ranges: [], value: nil, isMet: false)
            }
            let isMet = condition.parts.allSatisfy { $0.percentage != nil || $0.holds(for: instance) }
            var ranges = Self.ranges(of: condition, value)
            // Users outside of an experiment get the next value that applies.
            if let study = value.study, study.kind == .experiment {
                ranges.append(
                    (study.id, .lessOrEqual((value.studyPercent ?? 0) * Double(Percentile.whole) / 100)))
            }
            return Step(ranges: ranges, value: nil, isMet: isMet)
        }
        (key, usual) = (parameter.key, nil)
    }

    private static func ranges(
        of condition: PreparedCondition, _ value: TemplateValue
    ) -> [(seed: String, range: PercentileRange)] {
        var ranges = condition.parts.compactMap { part -> (seed: String, range: PercentileRange)? in
            guard case .percent(let seed, _) = part.atom, let range = part.percentage else { return nil }
            return (seed ?? "", range)
        }
        if let rollout = value.rollout {
            ranges.append((rollout.id, .lessOrEqual(rollout.percent * Double(Percentile.whole) / 100)))
        }
        return ranges
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
                name: nil, value: value, intended: intended[place] < Self.leastShare ? 0 : intended[place],
                simulated: users > 0 ? Double(counts[place]) / Double(users) : nil)
        }
        return ExperimentSplit(
            experiment: name ?? key, key: key,
            arms: [arm(steps.count, usual)] + steps.indices.map { arm($0, steps[$0].value) })
    }

    /// Returns the index of the first step that is met; the number of steps if none is.
    private func place(_ percentile: (String) -> Int) -> Int {
        steps.firstIndex { $0.holds(percentile) } ?? steps.count
    }

    /// Returns the exact share of each step: percentiles with different seeds are independent of each other.
    func shares() -> [Double]? {
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
                    rest.dropFirst(), chosen: chosen,
                    weight: weight * Double(to - from) / Double(Percentile.whole))
            }
        }
        visit(seeds[...], chosen: [:], weight: 1)
        return shares
    }
}

/// A value of a parameter, and how many installations get it.
package struct BranchShare: Sendable, Hashable {
    /// The condition of the value; nil for the default.
    package let condition: String?
    /// The share of all installations, from 0 to 1.
    package let share: Double
}

extension ClientTemplate {
    /// Returns the shares of a parameter's values among installations that differ from one only in their percentiles:
    /// the exact shares in the order of precedence of the conditions, the default last. Their sum is 1.
    ///
    /// - Returns: nil if there is no such parameter, or if percentages divide it into too many parts.
    package func shares(of key: String, like instance: AppInstance) -> [BranchShare]? {
        guard let parameter = index[key].map({ parameters[$0] }),
            let shares = PercentSplit(parameter, conditions, like: instance).shares()
        else { return nil }
        let names = parameter.conditional.map { template.conditions[$0.condition].name as String? } + [nil]
        return zip(names, shares).map { BranchShare(condition: $0, share: $1) }
    }
}

extension PercentileRange {
    /// The first percentiles after its bounds: from each one to the next, either all or none are in the range.
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

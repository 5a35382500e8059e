import ExperimentsCore
import ExperimentsSupport

/// The identifiers of simulated users: each is a random whole number, or a line of a file.
struct SimulatedUsers: Sendable {
    let plan: SimulationPlan

    var count: Int { plan.identifiers?.count ?? plan.users }

    /// The identifier of one user: the same for the same place and seed.
    func identifier(_ place: Int) -> String {
        if let identifiers = plan.identifiers { return identifiers[place] }
        var generator = SplitMix64(seed: plan.seed &+ UInt64(place) &* 0x9E37_79B9_7F4A_7C15)
        return String(generator.next() >> 16)
    }
}

/// Counts what users get of one feature.
struct ArmCounts: Sendable {
    /// By rule, and by variation within it; the first of each rule is for what it forces.
    private(set) var ruled: [[Int]]
    private(set) var defaults = 0
    private(set) var others: [FeatureResult.Source: Int] = [:]

    init(_ feature: Feature) {
        ruled = feature.rules.map { rule in
            Array(repeating: 0, count: max(1, rule.experiment(leaf: -1)?.variations.count ?? 1))
        }
    }

    mutating func add(_ decision: Decision) {
        switch decision.source {
        case .force, .experiment: ruled[decision.rule][decision.outcome?.variation ?? 0] += 1
        case .defaultValue: defaults += 1
        default: others[decision.source, default: 0] += 1
        }
    }

    /// Adds what others counted, of rules that may have been found to decide nothing.
    mutating func add(_ other: ArmCounts) {
        for rule in ruled.indices {
            for (variation, users) in other.ruled[rule].enumerated() { ruled[rule][variation] += users }
        }
        defaults += other.defaults
        others.merge(other.others, uniquingKeysWith: +)
    }
}

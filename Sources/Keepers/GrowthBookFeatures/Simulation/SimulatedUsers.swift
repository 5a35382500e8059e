import ExperimentsCore
import ExperimentsSupport

/// The identifiers of simulated users: each is a random whole number, or a line of a file.
struct SimulatedUsers: Sendable {
    let plan: SimulationPlan

    var count: Int { plan.identifiers?.count ?? plan.users }

    /// The identifier of one user: the same for the same place and seed.
    func identifier(_ place: Int) -> String {
        if let identifiers = plan.identifiers { return identifiers[place] }
        var generator = SplitMix64(seed: plan.seed &+ UInt64(place) &* SplitMix64.step)
        return String(generator.next() >> 16)
    }
}

/// Counts what users get of one feature.
struct ArmCounts: Sendable {
    /// The numbers of users by rule, and by variation within a rule. The first of each rule is for the value that it
    /// forces.
    private var all: [Int]
    /// Where each rule begins, and the last ends.
    private let starts: [Int]
    private(set) var defaults = 0
    private(set) var others: [FeatureResult.Source: Int] = [:]

    init(_ feature: Feature) {
        var starts = [0]
        for rule in feature.rules {
            starts.append(starts[starts.count - 1] + max(1, rule.experiment(leaf: -1)?.variations.count ?? 1))
        }
        all = Array(repeating: 0, count: starts[starts.count - 1])
        self.starts = starts
    }

    /// Returns the numbers of users in each variation of a rule.
    func ruled(_ rule: Int) -> ArraySlice<Int> { all[starts[rule]..<starts[rule + 1]] }

    mutating func add(_ decision: Decision) {
        switch decision.source {
        case .force, .experiment: all[starts[decision.rule] + (decision.outcome?.variation ?? 0)] += 1
        case .defaultValue: defaults += 1
        default: others[decision.source, default: 0] += 1
        }
    }

    /// Adds what others counted of the same feature.
    mutating func add(_ other: ArmCounts) {
        for place in all.indices { all[place] += other.all[place] }
        defaults += other.defaults
        others.merge(other.others, uniquingKeysWith: +)
    }
}

import ExperimentsCore

/// The result of a simulation: how many users get which value.
public struct PayloadSimulation: Sendable {
    /// The users who get one value of a feature for the same reason.
    public struct Arm: Sendable {
        /// The source of the value.
        public let source: FeatureResult.Source
        /// The position of the rule that supplied the value, from 1; nil if no rule did.
        public let rule: Int?
        /// The key of the experiment, if these users are in one.
        public let experiment: String?
        /// The key of the variation, if these users are in an experiment.
        public let variation: String?
        /// The value that they get.
        public let value: JSONValue
        /// The number of these users.
        public let users: Int
        /// The share of the experiment's users that its weights intend, from 0 to 1.
        public let intended: Double?
    }

    /// The values that the users get for one feature.
    public struct FeatureShare: Sendable {
        /// The key of the feature.
        public let feature: String
        /// The groups of users. A group without users is listed only if it is a variation of an experiment.
        public let arms: [Arm]
    }

    /// The number of simulated users.
    public let users: Int
    /// The features, in the order of the payload.
    public let features: [FeatureShare]
}

/// The users to simulate.
public struct SimulationPlan: Sendable {
    /// The number of users, if `identifiers` is nil.
    public var users: Int
    /// The identifiers of real users; nil for random ones.
    public var identifiers: [String]?
    /// The attributes whose value is the identifier. If empty, every attribute that identifies users in rules and that
    /// the context does not set.
    public var identified: [String]
    /// The seed of the random identifiers. The same seed gives the same users.
    public var seed: UInt64

    /// Creates a plan.
    public init(
        users: Int = 1_000_000, identifiers: [String]? = nil, identified: [String] = [], seed: UInt64 = 0
    ) {
        self.users = users
        self.identifiers = identifiers
        self.identified = identified
        self.seed = seed
    }
}

extension SimulationPlan {
    /// The number of simulated users.
    var count: Int { identifiers?.count ?? users }

    /// Returns the identifier of one user, a random whole number or a line of a file: the same for the same index and
    /// seed.
    func identifier(_ place: Int) -> String {
        if let identifiers { return identifiers[place] }
        var generator = SplitMix64(seed: seed &+ UInt64(place) &* SplitMix64.step)
        return String(generator.next() >> 16)
    }
}

/// Counts the users' values of one feature.
struct ArmCounts: Sendable {
    /// The numbers of users by rule, and by variation within a rule. The first of each rule is for the value that it
    /// forces.
    private var all: [Int]
    /// The start of each rule, and the end of the last.
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

    /// Adds the counts of another part for the same feature.
    mutating func add(_ other: ArmCounts) {
        for place in all.indices { all[place] += other.all[place] }
        defaults += other.defaults
        others.merge(other.others, uniquingKeysWith: +)
    }
}

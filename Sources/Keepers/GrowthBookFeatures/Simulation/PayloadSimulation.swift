import ExperimentsCore

/// What many users get.
public struct PayloadSimulation: Sendable {
    /// Those who get one thing of a feature.
    public struct Arm: Sendable {
        /// Where the value comes from.
        public let source: FeatureResult.Source
        /// The place of the rule, from 1; nil for none.
        public let rule: Int?
        /// The experiment, of those who are in one.
        public let experiment: String?
        /// The key of the variation.
        public let variation: String?
        /// What they get.
        public let value: JSONValue
        /// How many they are.
        public let users: Int
        /// The share of the experiment's users that its weights intend, from 0 to 1.
        public let intended: Double?
    }

    /// What the users get of one feature.
    public struct FeatureShare: Sendable {
        /// The feature.
        public let feature: String
        /// Who gets what; only what somebody gets, or should.
        public let arms: [Arm]
    }

    /// How many users there were.
    public let users: Int
    /// The features, in the order of the payload.
    public let features: [FeatureShare]
}

/// Whom to simulate.
public struct SimulationPlan: Sendable {
    /// How many users, where no identifiers are given.
    public var users: Int
    /// The identifiers of real users.
    public var identifiers: [String]?
    /// The attributes that get the identifier; where there are none, all that users are told apart by and that the
    /// context does not fix.
    public var identified: [String]
    /// Another one gives other users.
    public var seed: UInt64

    /// A plan.
    public init(users: Int = 1_000_000, identifiers: [String]? = nil, identified: [String] = [], seed: UInt64 = 0) {
        (self.users, self.identifiers, self.identified, self.seed) = (users, identifiers, identified, seed)
    }
}

import ExperimentsCore

/// A feature of a payload: a default value and rules. The first rule that applies determines the value.
public final class Feature: Sendable {
    /// The key by which the app reads the feature.
    public let key: String
    /// The value if no rule applies; null if there is none, so that the app uses its own default.
    public let defaultValue: JSONValue
    let defaultAttribute: AttributeValue
    let rules: [FeatureRule]

    init(key: String, defaultValue: JSONValue, rules: [FeatureRule]) {
        (self.key, self.defaultValue, self.rules) = (key, defaultValue, rules)
        defaultAttribute = AttributeValue(defaultValue)
    }
}

/// A rule of a feature.
final class FeatureRule: Sendable {
    /// The action for users to whom the rule applies.
    enum Action: Sendable {
        /// Sets a value.
        case force(Rollout)
        /// Runs an experiment.
        case experiment(Experiment)
        /// Runs an experiment whose weights depend on the user.
        case bandit(Bandit)
        /// No value: the rule only checks its conditions.
        case none
    }

    let id: String
    let prerequisites: [Prerequisite]
    let filters: [BucketFilter]?
    let action: Action

    init(id: String, prerequisites: [Prerequisite], filters: [BucketFilter]?, action: Action) {
        (self.id, self.prerequisites, self.filters, self.action) = (id, prerequisites, filters, action)
    }
}

/// A feature whose value has to be so before a rule counts.
struct Prerequisite: Sendable {
    let key: String
    /// Its place among the features; nil if there is no such feature.
    var feature: Int?
    let condition: Condition
    /// Whether the feature ends if the prerequisite is not met; otherwise only the rule is skipped.
    let isGate: Bool
}

/// The value of a `force` rule, and the users who get it.
///
/// It is a class, because a reference is passed faster than its values.
final class Rollout: Sendable {
    /// The share of users.
    enum Share: Sendable {
        case everybody
        case nobody
        case coverage(Double)
        case range(BucketRange)
    }

    let value: JSONValue
    let attribute: AttributeValue
    let condition: Condition?
    let share: Share
    let seed: HashedText
    let version: HashVersion?
    let hashing: HashAttributes

    init(
        value: JSONValue, attribute: AttributeValue, condition: Condition?, share: Share, seed: HashedText,
        version: HashVersion?, hashing: HashAttributes
    ) {
        (self.value, self.attribute, self.condition, self.share) = (value, attribute, condition, share)
        (self.seed, self.version, self.hashing) = (seed, version, hashing)
    }
}

/// The attribute that identifies users, and its fallback.
struct HashAttributes: Sendable {
    let own: Int
    /// Counts only with sticky buckets.
    let fallback: Int?
    let isStickyAllowed: Bool
}

/// The buckets that a user must be in.
struct BucketFilter: Sendable {
    let seed: HashedText
    /// The index of its attribute; the attribute of the rule does not count.
    let attribute: Int
    let version: HashVersion?
    let ranges: [BucketRange]
    /// Whether it stands for something that cannot be read, so that no user passes: SDKs fail at it.
    var isUnreadable = false

    /// A filter that no user passes, because it, or a list of prerequisites, cannot be read.
    static let nobody = BucketFilter(
        seed: HashedText("", .utf16), attribute: 0, version: nil, ranges: [], isUnreadable: true)
}

/// The old method of keeping experiments apart.
struct Namespace: Sendable {
    let name: String
    let seed: HashedText
    let range: BucketRange
}

/// An experiment whose weights depend on the user. An object, as a ``Rollout`` is one.
final class Bandit: Sendable {
    /// Weights for users who meet a condition.
    struct Leaf: Sendable {
        let condition: Condition
        let experiment: Experiment
    }

    let id: String
    let leaves: [Leaf]
    /// The experiment for all other users.
    let fallback: Experiment

    init(id: String, leaves: [Leaf], fallback: Experiment) {
        (self.id, self.leaves, self.fallback) = (id, leaves, fallback)
    }
}

/// The order in which features can be evaluated so that each is evaluated after its prerequisites.
struct PrerequisiteOrder {
    /// The depth to which prerequisites are evaluated recursively.
    static let deepest = 40

    /// Every feature, each after its prerequisites, if there are deep chains of them; otherwise none. Cycles are cut.
    let deep: [Int]

    init(_ features: [Feature]) {
        let needed = features.map { feature in
            Array(Set(feature.rules.flatMap { $0.prerequisites.compactMap(\.feature) })).sorted()
        }
        guard needed.contains(where: { !$0.isEmpty }) else {
            deep = []
            return
        }
        var depths = [Int](repeating: 0, count: features.count)
        var isEntered = [Bool](repeating: false, count: features.count)
        var order: [Int] = []
        for start in features.indices where !isEntered[start] {
            var open = [(feature: start, next: 0)]
            isEntered[start] = true
            while let (feature, next) = open.last {
                guard next < needed[feature].count else {
                    depths[feature] = (needed[feature].map { depths[$0] }.max() ?? -1) + 1
                    order.append(feature)
                    open.removeLast()
                    continue
                }
                open[open.count - 1].next += 1
                let prerequisite = needed[feature][next]
                if !isEntered[prerequisite] {
                    isEntered[prerequisite] = true
                    open.append((prerequisite, 0))
                }
            }
        }
        deep = (depths.max() ?? 0) > Self.deepest ? order : []
    }
}

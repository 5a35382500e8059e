import ExperimentsCore

/// An experiment of a payload: a part of a feature's rule, or independent of features.
public final class Experiment: Sendable {
    /// The status of an experiment.
    enum Status: Sendable {
        case running, draft, stopped
    }

    /// A variation with its value.
    struct Variation: Sendable {
        let value: JSONValue
        let attribute: AttributeValue
        /// The key by which results refer to the variation; its position if the payload gives none.
        let key: String
        /// The key that the payload gives it.
        let ownKey: String?
        let name: String?
        let isPassThrough: Bool
    }

    /// How it was written: independently, or as a rule, which has only some of the members.
    enum Source: Sendable {
        case whole(JSONObject)
        case rule(JSONObject, variations: JSONValue)
    }

    /// The settings of sticky buckets. The strings are created when assignments are looked up, which few apps do.
    struct Stickiness: Sendable {
        let experiment: String
        let version: String
        /// The first version that counts.
        let least: Int

        /// The name under which the assignment is stored.
        var assignment: String { "\(experiment)__\(version)" }

        /// The names under which blocked assignments are stored.
        var blocked: some Sequence<String> { (0..<least).lazy.map { "\(experiment)__\($0)" } }
    }

    /// The context that a bandit chose, with its weights.
    struct BanditChoice: Sendable {
        let leafID: JSONValue
        let weights: [Double]
        let version: JSONValue?
    }

    /// The name of the experiment in results.
    public let key: String
    let source: Source
    let variations: [Variation]
    let ranges: [BucketRange]
    let seed: HashedText
    let version: HashVersion?
    let hashing: HashAttributes
    let filters: [BucketFilter]?
    let namespace: Namespace?
    let condition: Condition?
    let prerequisites: [Prerequisite]
    let urlTargets: [URLTarget]?
    /// The position of the variation that all included users get, which may not exist.
    let forced: Int?
    let status: Status
    let stickiness: Stickiness
    let bandit: BanditChoice?
    /// Whether it waits to be triggered.
    let isManual: Bool
    let keepsQuery: Bool

    init(_ parts: ExperimentParts) {
        key = parts.key
        source = parts.source
        variations = parts.variations
        ranges = parts.ranges
        seed = parts.seed
        version = parts.version
        hashing = parts.hashing
        filters = parts.filters
        namespace = parts.namespace
        condition = parts.condition
        prerequisites = parts.prerequisites
        urlTargets = parts.urlTargets
        forced = parts.forced
        status = parts.status
        stickiness = parts.stickiness
        bandit = parts.bandit
        isManual = parts.isManual
        keepsQuery = parts.keepsQuery
    }

    /// The values of the variations, in order.
    public var values: [JSONValue] { variations.map(\.value) }

    /// The keys of the variations, in order.
    public var variationKeys: [String] { variations.map(\.key) }

    /// Whether a variation sends its users to another address.
    var isRedirect: Bool {
        urlTargets != nil && variations.contains { $0.value.object?["urlRedirect"] != nil }
    }
}

/// The parts from which an experiment is created.
struct ExperimentParts {
    var key: String
    var source: Experiment.Source
    var variations: [Experiment.Variation]
    var ranges: [BucketRange]
    var seed: HashedText
    var version: HashVersion?
    var hashing: HashAttributes
    var filters: [BucketFilter]?
    var namespace: Namespace?
    var condition: Condition?
    var prerequisites: [Prerequisite] = []
    var urlTargets: [URLTarget]?
    var forced: Int?
    var status = Experiment.Status.running
    var stickiness: Experiment.Stickiness
    var bandit: Experiment.BanditChoice?
    var isManual = false
    var keepsQuery = false
}

import ExperimentsCore

/// What an SDK of GrowthBook is given: features with their rules, and what they refer to. Read once, and evaluated for any
/// number of users.
public struct FeaturePayload: Sendable {
    /// How it is read.
    public let options: EvaluationOptions
    /// The features, as they were written.
    public let features: [Feature]
    /// Experiments that run without a feature.
    public let experiments: [Experiment]
    /// When the server put it together, as it says so.
    public let dateUpdated: String?
    /// What could not be read. The rest is there.
    public let problems: [PayloadProblem]

    let places: [ExactText: Int]
    let groups: [ExactText: SavedGroup]
    let bandits: [String]
    /// Where conditions look.
    let paths: [AttributePath]
    /// The attributes that users are told apart by.
    let hashAttributes: [String]
    /// Those of experiments, of which stored assignments are read.
    let stickyAttributes: [String]
    /// Features whose prerequisites lie deeper than may be asked one within the other, each after those that it needs.
    let deepOrder: [Int]
    /// The rules of the features, as they are asked.
    var graph: DecisionGraph
    /// The payload as it was given, decrypted.
    let json: JSONObject

    /// The feature that an app calls so.
    public func feature(_ key: String) -> Feature? {
        places[ExactText(key)].map { features[$0] }
    }

    /// The names of the attributes that rules and conditions look at, in order.
    public var attributeNames: [String] {
        Set(paths.map { $0.parts.first ?? "" } + hashAttributes).subtracting([""]).sorted()
    }
}

/// What is wrong with a payload, or with a part of it.
public struct PayloadProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What kind of problem it is.
    public enum Kind: Sendable, Hashable {
        /// It is no JSON, or none of the right shape: nothing can be used.
        case unreadable
        /// A server's refusal instead of a payload.
        case refusal
        /// A member cannot be decrypted.
        case encrypted
        /// A part is not as it should be, and is left out.
        case part
    }

    /// The kind of problem.
    public let kind: Kind
    /// What is wrong.
    public let message: String
    /// What to do about it.
    public let advice: String?

    init(_ kind: Kind, _ message: String, advice: String? = nil) {
        (self.kind, self.message, self.advice) = (kind, message, advice)
    }

    /// The message.
    public var description: String { message }
}

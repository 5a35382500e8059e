import ExperimentsCore

/// One whole set of parameters as the service sent it for this app: immutable, and the unit of activation.
public struct FetchedConfig: Sendable, Hashable {
    /// Parameter key to text. Parameters that tell the app to use its own default are not in it.
    public var entries: [String: String]
    /// The version of the template that the set was made from; nil if the service did not say.
    public var templateVersion: Int64?
    /// The tag by which the service recognizes the set; nil if it sent none.
    public var etag: String?
    /// The experiments that this installation takes part in.
    public var experiments: [ExperimentDescription]
    /// The rollouts that this installation takes part in.
    public var rollouts: [RolloutAssignment]
    /// How personalized parameters came to their values, by parameter key.
    public var personalization: [String: PersonalizationAssignment]

    /// A set; the empty one by default.
    public init(
        entries: [String: String] = [:], templateVersion: Int64? = nil, etag: String? = nil,
        experiments: [ExperimentDescription] = [], rollouts: [RolloutAssignment] = [],
        personalization: [String: PersonalizationAssignment] = [:]
    ) {
        self.entries = entries
        self.templateVersion = templateVersion
        self.etag = etag
        self.experiments = experiments
        self.rollouts = rollouts
        self.personalization = personalization
    }
}

extension FetchedConfig {
    /// The parameters that differ from those of `other`: added, removed, of another value, or touched by another
    /// experiment, rollout or personalization.
    public func changedKeys(since other: FetchedConfig) -> Set<String> {
        var changed: Set<String> = []
        if entries != other.entries {
            for (key, text) in entries where other.entries[key] != text { changed.insert(key) }
            for key in other.entries.keys where entries[key] == nil { changed.insert(key) }
        }
        if experiments != other.experiments {
            changed.formUnion(Self.keys(touchedBy: experiments, not: other.experiments, \.affectedParameterKeys))
        }
        if rollouts != other.rollouts {
            changed.formUnion(Self.keys(touchedBy: rollouts, not: other.rollouts, \.affectedParameterKeys))
        }
        if personalization != other.personalization {
            for (key, assignment) in personalization where other.personalization[key] != assignment {
                changed.insert(key)
            }
            for key in other.personalization.keys where personalization[key] == nil { changed.insert(key) }
        }
        return changed
    }

    private static func keys<Assignment: Hashable>(
        touchedBy now: [Assignment], not before: [Assignment], _ affected: (Assignment) -> [String]
    ) -> Set<String> {
        Set(Set(now).symmetricDifference(before).flatMap(affected))
    }
}

/// A rollout that this installation takes part in.
public struct RolloutAssignment: Sendable, Hashable {
    /// The rollout.
    public let rolloutID: String
    /// Whether this installation is in its control or enabled group, by the variant's id.
    public let variantID: String
    /// The parameters whose values the rollout decides.
    public let affectedParameterKeys: [String]

    /// An assignment.
    public init(rolloutID: String, variantID: String, affectedParameterKeys: [String]) {
        self.rolloutID = rolloutID
        self.variantID = variantID
        self.affectedParameterKeys = affectedParameterKeys
    }

    /// Reads an assignment, or returns nil if it lacks `rolloutId` or `variantId`.
    init?(_ json: JSONObject) {
        guard let rolloutID = json["rolloutId"]?.string, let variantID = json["variantId"]?.valueText else {
            return nil
        }
        self.init(
            rolloutID: rolloutID, variantID: variantID,
            affectedParameterKeys: json["affectedParameterKeys"]?.array?.compactMap(\.string) ?? [])
    }

    var json: JSONValue {
        [
            "rolloutId": .string(rolloutID), "variantId": .string(variantID),
            "affectedParameterKeys": .array(affectedParameterKeys.map { .string($0) }),
        ]
    }
}

/// How a personalized parameter came to its value for this installation.
public struct PersonalizationAssignment: Sendable, Hashable {
    /// The personalization.
    public let personalizationID: String
    /// Which of its alternatives was chosen, from 0.
    public let armIndex: Int?
    /// The id of this choice.
    public let choiceID: String?
    /// `BASELINE` or `P13N`.
    public let group: String?

    /// An assignment.
    public init(personalizationID: String, armIndex: Int? = nil, choiceID: String? = nil, group: String? = nil) {
        self.personalizationID = personalizationID
        self.armIndex = armIndex
        self.choiceID = choiceID
        self.group = group
    }

    /// Reads an assignment, or returns nil if it lacks `personalizationId`.
    init?(_ json: JSONObject) {
        guard let personalizationID = json["personalizationId"]?.string else { return nil }
        self.init(
            personalizationID: personalizationID, armIndex: json["armIndex"]?.int64.map(Int.init(truncatingIfNeeded:)),
            choiceID: json["choiceId"]?.string, group: json["group"]?.string)
    }

    var json: JSONValue {
        var object = JSONObject()
        object["personalizationId"] = .string(personalizationID)
        object["armIndex"] = armIndex.map { .number(String($0)) }
        object["choiceId"] = choiceID.map { .string($0) }
        object["group"] = group.map { .string($0) }
        return .object(object)
    }
}

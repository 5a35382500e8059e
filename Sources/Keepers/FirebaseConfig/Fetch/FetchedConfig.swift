import ExperimentsCore
import Foundation

/// A complete set of parameters as the service sent it to this app. It is immutable, and is activated as a whole.
public struct FetchedConfig: Sendable, Hashable {
    /// The strings, by parameter key. Parameters that tell the app to use its own default are not included.
    public var entries: [String: String]
    /// The version of the template on which it is based; nil if the service did not send it.
    public var templateVersion: Int64?
    /// The ETag by which the service recognizes the set; nil if it sent none.
    public var etag: String?
    /// The experiments in which this installation takes part.
    public var experiments: [ExperimentDescription]
    /// The rollouts in which this installation takes part.
    public var rollouts: [RolloutAssignment]
    /// The origin of personalized values, by parameter key.
    public var personalization: [String: PersonalizationAssignment]

    /// Creates a set, by default an empty one.
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

    /// Whether the sets differ at most in the version of the template.
    func hasSameContent(as other: FetchedConfig) -> Bool {
        var other = other
        other.templateVersion = templateVersion
        return self == other
    }

    /// Returns the parameters that differ from those of `other`: added, removed, with another value, or with another
    /// experiment, rollout or personalization.
    public func changedKeys(since other: FetchedConfig) -> Set<String> {
        var changed: Set<String> = []
        if entries != other.entries {
            for (key, text) in entries where other.entries[key] != text { changed.insert(key) }
            for key in other.entries.keys where entries[key] == nil { changed.insert(key) }
        }
        if experiments != other.experiments {
            changed.formUnion(
                Self.keys(touchedBy: experiments, not: other.experiments, \.affectedParameterKeys))
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

/// A rollout in which this installation takes part.
public struct RolloutAssignment: Sendable, Hashable {
    /// The ID of the rollout.
    public let rolloutID: String
    /// The ID of the variant, which shows whether this installation is in the control group or the enabled group.
    public let variantID: String
    /// The parameters whose values the rollout sets.
    public let affectedParameterKeys: [String]

    /// Creates an assignment.
    public init(rolloutID: String, variantID: String, affectedParameterKeys: [String]) {
        self.rolloutID = rolloutID
        self.variantID = variantID
        self.affectedParameterKeys = affectedParameterKeys
    }

    /// Reads an assignment; nil if it lacks `rolloutId` or `variantId`.
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

/// The origin of a personalized value for this installation.
public struct PersonalizationAssignment: Sendable, Hashable {
    /// The ID of the personalization.
    public let personalizationID: String
    /// The index of the chosen alternative, from 0.
    public let armIndex: Int?
    /// The ID of this choice.
    public let choiceID: String?
    /// The group: `BASELINE` or `P13N`.
    public let group: String?

    /// Creates an assignment.
    public init(
        personalizationID: String, armIndex: Int? = nil, choiceID: String? = nil, group: String? = nil
    ) {
        self.personalizationID = personalizationID
        self.armIndex = armIndex
        self.choiceID = choiceID
        self.group = group
    }

    /// Reads an assignment; nil if it lacks `personalizationId`.
    init?(_ json: JSONObject) {
        guard let personalizationID = json["personalizationId"]?.string else { return nil }
        self.init(
            personalizationID: personalizationID,
            armIndex: json["armIndex"]?.int64.map(Int.init(truncatingIfNeeded:)),
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

/// An experiment in which this installation takes part, as the service describes it.
public struct ExperimentDescription: Sendable, Hashable {
    /// The ID of the experiment, for example `_exp_12`.
    public let experimentID: String
    /// The ID of the variant that was assigned to this installation.
    public let variantID: String
    /// The time at which the experiment began; nil if the service did not send it.
    public let startTime: Date?
    /// The event from which the experiment counts for this installation; nil if it counts from activation.
    public let triggerEvent: String?
    /// The parameters whose values the experiment sets.
    public let affectedParameterKeys: [String]
    /// The complete description from the service.
    public let json: JSONObject

    /// Reads a description; nil if it lacks `experimentId` or `variantId`.
    public init?(_ json: JSONObject) {
        guard let experimentID = json["experimentId"]?.string, let variantID = json["variantId"]?.valueText
        else {
            return nil
        }
        self.experimentID = experimentID
        self.variantID = variantID
        startTime =
            json["experimentStartTime"]?.string.flatMap(RFC3339.date)
            ?? json["experimentStartTimeMillis"]?.int64.map { Date(timeIntervalSince1970: Double($0) / 1000) }
        triggerEvent = json["triggerEvent"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        affectedParameterKeys = json["affectedParameterKeys"]?.array?.compactMap(\.string) ?? []
        self.json = json
    }

    /// Creates a description, for an emulator.
    public init(
        experimentID: String, variantID: String, startTime: Date, affectedParameterKeys: [String],
        timeToLive: TimeInterval = 180 * 86400
    ) {
        self.experimentID = experimentID
        self.variantID = variantID
        self.startTime = startTime
        self.affectedParameterKeys = affectedParameterKeys
        triggerEvent = nil
        var json = JSONObject()
        json["experimentId"] = .string(experimentID)
        json["variantId"] = .string(variantID)
        json["experimentStartTime"] = .string(RFC3339.text(of: startTime, milliseconds: true))
        json["triggerTimeoutMillis"] = .string(String(Int64(timeToLive * 1000)))
        json["timeToLiveMillis"] = .string(String(Int64(timeToLive * 1000)))
        json["affectedParameterKeys"] = .array(affectedParameterKeys.map { .string($0) })
        self.json = json
    }
}

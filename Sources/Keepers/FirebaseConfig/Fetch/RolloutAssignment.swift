import ExperimentsCore

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

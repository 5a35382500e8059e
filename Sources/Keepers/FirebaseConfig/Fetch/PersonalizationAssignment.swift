import ExperimentsCore

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

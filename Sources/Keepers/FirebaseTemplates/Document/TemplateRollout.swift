import ExperimentsCore

/// A value that is given to a growing share of those for whom its condition holds.
public struct TemplateRollout: Sendable, Hashable {
    /// The rollout's id.
    public let id: String
    /// The text that its users get.
    public let value: String
    /// The share of users who get it, from 0 to 100.
    public let percent: Double

    init?(_ json: JSONObject) {
        guard let value = json["value"]?.string else { return nil }
        id = json["rolloutId"]?.string ?? ""
        self.value = value
        percent = json["percent"]?.double ?? 0
    }
}

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

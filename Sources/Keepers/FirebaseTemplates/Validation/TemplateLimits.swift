/// The limits of the service. It changes these numbers from time to time, so they are variables.
public struct TemplateLimits: Sendable, Hashable {
    /// Parameters of one template.
    public var parameters = 3000
    /// Conditions of one template.
    public var conditions = 2000
    /// Groups of one template.
    public var groups = 1000
    /// Bytes of a parameter's key.
    public var keyBytes = 256
    /// Characters of a condition's name.
    public var conditionName = 100
    /// Characters of a group's name.
    public var groupName = 256
    /// Characters of the description of a parameter or a group.
    public var description = 256
    /// Characters of the description of a version.
    public var versionDescription = 1024
    /// Characters of all values together.
    public var totalCharacters = 1_000_000
    /// Parts of one condition's expression.
    public var atoms = 50
    /// Installation ids in one test.
    public var installationIDs = 50
    /// Texts in one test of a custom signal.
    public var signalTexts = 100
    /// Characters of a custom signal's key.
    public var signalKey = 250
    /// Characters of a text that a custom signal is compared to.
    public var signalText = 500
    /// Characters of the seed of a percentage.
    public var seed = 32
    /// Characters of a regular expression.
    public var pattern = 250

    /// Creates the limits as they were published in 2026.
    public init() {}
}

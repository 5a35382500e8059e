/// How much of what a linked app and its server tell each other. What is larger is cut by who sends it, and refused by
/// who reads it.
package enum LinkLimits {
    /// The most bytes of the body of a report.
    package static let reportBytes = 1_000_000
    /// The most bytes of one event of the stream, and of the whole state: room for some ten thousand overrides.
    package static let eventBytes = 8_000_000
    /// The most bytes of the name of a key, an experiment, a group, a metric or a type.
    package static let nameBytes = 500
    /// The most bytes of a value. A longer one is told by its beginning and its length.
    package static let valueBytes = 16_384
    /// The most bytes of the reason why a value is incorrect.
    package static let problemBytes = 1_000
    /// The most keys of one report.
    package static let keys = 5_000
    /// The most type mismatches of one report.
    package static let mismatches = 200
    /// The most exposures of one report.
    package static let exposures = 2_000
    /// The most metric events of one report.
    package static let metrics = 2_000
    /// The most bytes of the properties of a metric event, as JSON.
    package static let propertiesBytes = 4_096
    /// The most bytes of each thing that an app says of itself.
    package static let identityBytes = 200
    /// The most bytes of a token.
    package static let tokenBytes = 512
    /// The most bytes of a link.
    package static let invitationBytes = 4_096
}

/// The interface between a server and linked apps: the paths, the names in queries, and the events of the stream.
package enum LinkAPI {
    /// The version of the protocol, in every document. It changes only if an older reader would misunderstand a
    /// document. Additions are new members, which older readers ignore.
    package static let version = 1

    /// The complete state of an app's overrides.
    package static let overridesPath = "/experiments/v1/overrides"
    /// The stream of changes to that state.
    package static let eventsPath = "/experiments/v1/events"
    /// The path to which reports are sent.
    package static let reportsPath = "/experiments/v1/reports"

    /// The member of a query that names the app.
    package static let appQuery = "app"
    /// The member of a query that names the installation.
    package static let installationQuery = "installation"

    /// The type of an event with the complete state.
    package static let stateEvent = "state"
    /// The type of an event with changes.
    package static let changesEvent = "changes"
}

/// The limits of what a linked app and its server send each other. The sender cuts what is larger, and the receiver
/// refuses it.
package enum LinkLimits {
    /// The largest body of a report, in bytes.
    package static let reportBytes = 1_000_000
    /// The largest event of the stream, and the largest complete state, in bytes: enough for about ten thousand
    /// overrides.
    package static let eventBytes = 8_000_000
    /// The longest name of a key, an experiment, a group, a metric or a type, in bytes.
    package static let nameBytes = 500
    /// The longest value, in bytes. Of a longer one, the beginning and the length are sent.
    package static let valueBytes = 16_384
    /// The longest reason why a value is incorrect, in bytes.
    package static let problemBytes = 1_000
    /// The largest number of keys in one report.
    package static let keys = 5_000
    /// The largest number of type mismatches in one report.
    package static let mismatches = 200
    /// The largest number of exposures in one report.
    package static let exposures = 2_000
    /// The largest number of metric events in one report.
    package static let metrics = 2_000
    /// The largest properties of a metric event, in bytes of JSON.
    package static let propertiesBytes = 4_096
    /// The longest text in an app's identity, in bytes.
    package static let identityBytes = 200
    /// The longest token, in bytes.
    package static let tokenBytes = 512
    /// The longest invitation URL, in bytes.
    package static let invitationBytes = 4_096
}

/// The interface between a server and linked apps: the paths, the names in queries, and the events of the stream.
package enum LinkAPI {
    /// The version of the protocol, in every document. It changes only if an older reader would misunderstand a
    /// document. Additions are new members, which older readers ignore.
    package static let version = 1

    /// The complete state of an app's overrides.
    package static let overridesPath = "/experiments/v1/overrides"
    /// The stream of changes of that state.
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

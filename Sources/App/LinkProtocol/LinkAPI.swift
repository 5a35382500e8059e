/// Where a server answers linked apps: the paths, the names in queries, and the events of the stream.
package enum LinkAPI {
    /// The version of what is said, in every document. It grows only where an older reader would misread what is meant;
    /// what is merely new is a new member, which older readers ignore.
    package static let version = 1

    /// The state of an app's overrides, whole.
    package static let overridesPath = "/experiments/v1/overrides"
    /// The stream of its changes.
    package static let eventsPath = "/experiments/v1/events"
    /// Where reports are sent.
    package static let reportsPath = "/experiments/v1/reports"

    /// The member of a query that names the app.
    package static let appQuery = "app"
    /// The member of a query that names the installation.
    package static let installationQuery = "installation"

    /// The type of an event that holds the state whole.
    package static let stateEvent = "state"
    /// The type of an event that holds what changed.
    package static let changesEvent = "changes"
}

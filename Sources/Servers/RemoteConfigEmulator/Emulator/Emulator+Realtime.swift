import ExperimentsCore
import FirebaseTemplates

extension Emulator {
    /// Returns the number of open realtime streams of a project.
    ///
    /// - Throws: `UnknownProject`.
    public func realtimeStreamCount(of projectID: String) throws(UnknownProject) -> Int {
        try project(projectID).realtime.count
    }

    /// Ends all realtime streams of a project, as the service does from time to time. Clients then open others.
    ///
    /// - Parameter message: the last message; nil for none.
    /// - Throws: `UnknownProject`.
    public func endRealtimeStreams(
        of projectID: String, with message: RealtimeMessage? = nil
    ) throws(UnknownProject) {
        try project(projectID).realtime.endAll(with: message)
    }

    /// Says that a project serves `version` now: to observers, and to the clients that listen.
    func announce(_ version: Int64, _ namespace: TemplateNamespace, of project: ProjectState) {
        if namespace == .client { project.announce() }
        observers.notify(.published(projectID: project.projectID, namespace: namespace, version: version))
    }
}

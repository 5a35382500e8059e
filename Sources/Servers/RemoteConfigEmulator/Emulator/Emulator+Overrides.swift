import ExperimentsCore

extension Emulator {
    /// Serves `overrides` in the place of what a project's template says from now on, and tells the clients that listen.
    /// What is set for one installation at the addresses below `/emulator` goes before.
    ///
    /// - Parameter projectID: the project's id or number.
    /// - Throws: `UnknownProject`.
    public func serve(_ overrides: ServedOverrides, in projectID: String) throws(UnknownProject) {
        let project = try project(projectID)
        guard project.serve(overrides) else { return }
        project.announce()
        observers.notify(.overridden(projectID: project.projectID, overrides))
    }
}

import ExperimentsCore

extension Emulator {
    /// Serves `overrides` instead of the template's values from now on, and notifies the clients that listen. Values
    /// that are set for one installation at the addresses below `/emulator` take precedence.
    ///
    /// - Parameter projectID: the project's ID or number.
    /// - Throws: `UnknownProject`.
    public func serve(_ overrides: ServedOverrides, in projectID: String) throws(UnknownProject) {
        let project = try project(projectID)
        guard project.serve(overrides) else { return }
        project.announce()
        observers.notify(.overridden(projectID: project.projectID, overrides))
    }
}

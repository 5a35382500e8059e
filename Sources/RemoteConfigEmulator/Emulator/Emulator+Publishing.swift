import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates

extension Emulator {
    /// The template that a project serves, or nil where nothing was published.
    ///
    /// - Parameter projectID: the project's id or number.
    /// - Throws: `UnknownProject`.
    public func template(of projectID: String) throws(UnknownProject) -> RemoteConfigTemplate? {
        try project(projectID).served.template
    }

    /// Why the project's template file is not served as it is now, if it is not.
    ///
    /// - Throws: `UnknownProject`.
    public func templateProblem(of projectID: String) throws(UnknownProject) -> TemplateFileProblem? {
        try project(projectID).templateProblem
    }

    /// Serves `template` from now on, under the next version. The project's file, if it has one, stays as it is.
    ///
    /// - Returns: the version.
    /// - Throws: `UnknownProject`.
    @discardableResult
    public func publish(_ template: RemoteConfigTemplate, to projectID: String) throws(UnknownProject) -> Int64 {
        try edit(projectID) { current, _ in current = template }
    }

    /// Serves a changed template and changed experiments from now on, under the next version, all at once.
    ///
    /// - Returns: the version.
    /// - Throws: `UnknownProject`.
    @discardableResult
    public func edit(
        _ projectID: String, _ change: (inout RemoteConfigTemplate, inout [ExperimentDescription]) -> Void
    ) throws(UnknownProject) -> Int64 {
        let project = try project(projectID)
        let version = project.publish(change)
        observers.notify(.published(projectID: project.projectID, version: version))
        return version
    }

    /// Forgets all installations of a project: their clients have to register anew.
    ///
    /// - Throws: `UnknownProject`.
    public func forgetInstallations(of projectID: String) throws(UnknownProject) {
        try project(projectID).withInstallations { $0 = [:] }
    }

    func reload(_ project: ProjectState, from path: String) {
        do {
            let template = try TemplateFileProblem.template(at: path)
            project.note(nil)
            // An editor's save is often several events; only another content is another version.
            guard template.contents != project.served.template?.contents else { return }
            let version = project.publish { current, _ in current = template }
            observers.notify(.published(projectID: project.projectID, version: version))
        } catch {
            project.note(error)
            observers.notify(.templateRefused(projectID: project.projectID, error))
        }
    }

    func project(_ name: String) throws(UnknownProject) -> ProjectState {
        guard let project = projects.first(where: { $0.projectID == name || $0.projectNumber == name }) else {
            throw UnknownProject(projectID: name, known: projects.map(\.projectID))
        }
        return project
    }
}

extension RemoteConfigTemplate {
    /// The document without its version.
    fileprivate var contents: JSONObject {
        var contents = json
        contents["version"] = nil
        return contents
    }
}

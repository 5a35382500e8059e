import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates

extension Emulator {
    /// The template that a project serves, or nil where nothing was published.
    ///
    /// - Parameter projectID: the project's id or number.
    /// - Throws: `UnknownProject`.
    public func template(
        of projectID: String, _ namespace: TemplateNamespace = .client
    ) throws(UnknownProject) -> RemoteConfigTemplate? {
        try project(projectID).history(namespace).template
    }

    /// Why the project's template file is not served as it is now, if it is not.
    ///
    /// - Throws: `UnknownProject`.
    public func templateProblem(
        of projectID: String, _ namespace: TemplateNamespace = .client
    ) throws(UnknownProject) -> TemplateFileProblem? {
        try project(projectID).problem(namespace)
    }

    /// What the service would not take, or would doubt, about the template that is served. A condition whose expression
    /// cannot be read never holds.
    ///
    /// - Throws: `UnknownProject`.
    public func templateWarnings(
        of projectID: String, _ namespace: TemplateNamespace = .client
    ) throws(UnknownProject) -> [TemplateProblem] {
        try project(projectID).warnings(namespace)
    }

    /// Serves `template` from now on, under the next version. The project's file, if it has one, stays as it is.
    ///
    /// - Returns: the version.
    /// - Throws: `UnknownProject`.
    @discardableResult
    public func publish(
        _ template: RemoteConfigTemplate, to projectID: String, _ namespace: TemplateNamespace = .client
    ) throws(UnknownProject) -> Int64 {
        publish(to: try project(projectID), namespace) { $0.template = template }
    }

    /// Serves a changed template and changed experiments to clients from now on, under the next version, all at once.
    ///
    /// - Returns: the version.
    /// - Throws: `UnknownProject`.
    @discardableResult
    public func edit(
        _ projectID: String, _ change: (inout RemoteConfigTemplate, inout [ExperimentDescription]) -> Void
    ) throws(UnknownProject) -> Int64 {
        publish(to: try project(projectID), .client) { change(&$0.template, &$0.experiments) }
    }

    /// Forgets all installations of a project: their clients have to register anew.
    ///
    /// - Throws: `UnknownProject`.
    public func forgetInstallations(of projectID: String) throws(UnknownProject) {
        try project(projectID).withInstallations { $0 = [:] }
    }

    func reload(_ project: ProjectState, _ namespace: TemplateNamespace, from path: String) {
        do {
            let template = try TemplateFileProblem.template(at: path)
            project.note(nil, of: namespace)
            // An editor's save is often several events; only another content is another version.
            guard template.contents != project.history(namespace).template?.contents else { return }
            _ = publish(to: project, namespace) { $0.template = template }
        } catch {
            project.note(error, of: namespace)
            observers.notify(.templateRefused(projectID: project.projectID, namespace: namespace, error))
        }
    }

    private func publish(
        to project: ProjectState, _ namespace: TemplateNamespace, _ change: (inout ProjectState.Draft) -> Void
    ) -> Int64 {
        let version = project.publish(to: namespace, PublishNote(time: configuration.now()), change)?.number ?? 0
        announce(version, namespace, of: project)
        return version
    }

    func project(_ name: String) throws(UnknownProject) -> ProjectState {
        guard let project = projects.first(where: { $0.projectID == name || $0.projectNumber == name }) else {
            throw UnknownProject(projectID: name, known: projects.map(\.projectID))
        }
        return project
    }
}

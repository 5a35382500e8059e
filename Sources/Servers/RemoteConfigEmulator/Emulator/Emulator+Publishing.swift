import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates

extension Emulator {
    /// Returns the template that a project serves; nil if none was published.
    ///
    /// - Parameters:
    ///   - projectID: the project's ID or number.
    ///   - namespace: the template to return: the one for apps or the one for servers.
    /// - Throws: `UnknownProject`.
    public func template(
        of projectID: String, _ namespace: TemplateNamespace = .client
    ) throws(UnknownProject) -> RemoteConfigTemplate? {
        try project(projectID).history(namespace).template
    }

    /// Returns the highest version of each template that was announced to anyone, for
    /// ``EmulatedProject/lastVersions`` of the next run.
    ///
    /// - Throws: `UnknownProject`.
    public func lastVersions(of projectID: String) throws(UnknownProject) -> [TemplateNamespace: Int64] {
        try project(projectID).lastVersions
    }

    /// Returns the reason why the present content of the project's template file is not served; nil if it is.
    ///
    /// - Throws: `UnknownProject`.
    public func templateProblem(
        of projectID: String, _ namespace: TemplateNamespace = .client
    ) throws(UnknownProject) -> TemplateFileProblem? {
        try project(projectID).problem(namespace)
    }

    /// Returns the errors and warnings that the service would report about the served template. A condition whose
    /// expression cannot be read is never met.
    ///
    /// - Throws: `UnknownProject`.
    public func templateWarnings(
        of projectID: String, _ namespace: TemplateNamespace = .client
    ) throws(UnknownProject) -> [TemplateProblem] {
        try project(projectID).warnings(namespace)
    }

    /// Serves `template` as the next version. The project's file, if there is one, does not change.
    ///
    /// - Returns: the version.
    /// - Throws: `UnknownProject`.
    @discardableResult
    public func publish(
        _ template: RemoteConfigTemplate, to projectID: String, _ namespace: TemplateNamespace = .client
    ) throws(UnknownProject) -> Int64 {
        publish(to: try project(projectID), namespace) { $0.template = template }
    }

    /// Changes the template and the experiments for clients, together as the next version.
    ///
    /// - Returns: the version.
    /// - Throws: `UnknownProject`.
    @discardableResult
    public func edit(
        _ projectID: String, _ change: (inout RemoteConfigTemplate, inout [ExperimentDescription]) -> Void
    ) throws(UnknownProject) -> Int64 {
        publish(to: try project(projectID), .client) { served in
            // The description is that of the version before.
            if served.template.version?.description != nil { served.template.setVersionDescription(nil) }
            change(&served.template, &served.experiments)
        }
    }

    /// Removes all installations of a project, so that their clients have to register again.
    ///
    /// - Throws: `UnknownProject`.
    public func forgetInstallations(of projectID: String) throws(UnknownProject) {
        try project(projectID).withInstallations { $0 = [:] }
    }

    func reload(_ project: ProjectState, _ namespace: TemplateNamespace, from path: String) {
        do {
            let template = try TemplateFileProblem.template(at: path)
            project.note(nil, of: namespace)
            // Saving in an editor often causes several events. Only different content is a new version.
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
        let version =
            project.publish(to: namespace, PublishNote(time: configuration.now()), change)?.number ?? 0
        announce(version, namespace, of: project)
        return version
    }

    func project(_ name: String) throws(UnknownProject) -> ProjectState {
        guard let project = projects.first(where: { $0.projectID == name || $0.projectNumber == name }) else {
            throw UnknownProject(projectID: name, known: projects.map(\.projectID))
        }
        return project
    }

    /// Serves `overrides` instead of the template's values, and notifies the listening clients. Values that are set for
    /// one installation at the addresses below `/emulator` take precedence.
    ///
    /// - Parameters:
    ///   - overrides: the values to serve.
    ///   - projectID: the project's ID or number.
    /// - Throws: `UnknownProject`.
    public func serve(_ overrides: ServedOverrides, in projectID: String) throws(UnknownProject) {
        let project = try project(projectID)
        guard project.serve(overrides) else { return }
        project.announce()
        observers.notify(.overridden(projectID: project.projectID, overrides))
    }
}

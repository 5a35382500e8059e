import FirebaseConfig
import FirebaseTemplates
import Foundation
import Synchronization

/// One project at work: what it serves, and who registered. Safe to use from any thread.
final class ProjectState: Sendable {
    private struct State {
        var served: ServedConfig
        var installations: [String: RegisteredInstallation] = [:]
        var templateProblem: TemplateFileProblem?
    }

    let projectID: String
    let projectNumber: String
    let apiKey: String?
    let templatePath: String?
    private let state: Mutex<State>

    init(_ project: EmulatedProject) throws(TemplateFileProblem) {
        projectID = project.projectID
        projectNumber = project.projectNumber
        apiKey = project.apiKey
        templatePath = project.templatePath
        var template = project.template
        if let path = project.templatePath { template = try TemplateFileProblem.template(at: path) }
        let version = template.map { $0.versionNumber ?? 1 } ?? 0
        state = Mutex(
            State(
                served: ServedConfig(
                    template: template, version: version, experiments: project.experiments,
                    projectNumber: project.projectNumber)))
    }

    var served: ServedConfig { state.withLock { $0.served } }

    var templateProblem: TemplateFileProblem? { state.withLock { $0.templateProblem } }

    /// Makes a changed template and changed experiments what is served, under the next version.
    func publish(
        _ change: (inout RemoteConfigTemplate, inout [ExperimentDescription]) -> Void
    ) -> Int64 {
        state.withLock { state in
            var template = state.served.template ?? RemoteConfigTemplate()
            var experiments = state.served.experiments
            change(&template, &experiments)
            // A template may bring a version of its own; it never goes back.
            let brought = template.versionNumber ?? 0
            let version = max(brought, state.served.version + 1)
            template.versionNumber = version
            state.served = ServedConfig(
                template: template, version: version, experiments: experiments, projectNumber: projectNumber)
            return version
        }
    }

    func note(_ problem: TemplateFileProblem?) {
        state.withLock { $0.templateProblem = problem }
    }

    /// Changes the registrations under the lock.
    func withInstallations<Result: Sendable, Failure: Error>(
        _ body: (inout [String: RegisteredInstallation]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock { (state) throws(Failure) -> Result in try body(&state.installations) }
    }
}

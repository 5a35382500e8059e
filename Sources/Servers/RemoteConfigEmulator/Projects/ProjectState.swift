import ExperimentsLocks
import FirebaseConfig
import FirebaseTemplates
import Foundation

/// The state of a project: its content and its registered installations. Safe to use from any thread.
final class ProjectState: Sendable {
    /// The parts that a publication may change.
    struct Draft {
        var template: RemoteConfigTemplate
        /// The experiments of clients.
        var experiments: [ExperimentDescription]
        /// The published version.
        let version: Int64
    }

    fileprivate struct State {
        var histories: [TemplateNamespace: TemplateHistory] = [:]
        var served: ServedConfig
        var servedToServers: ServedServerTemplate?
        var installations: [String: RegisteredInstallation] = [:]
        var overrides: [String: InstallationOverrides] = [:]
        /// The served overrides, and the number of their changes.
        var servedOverrides = ServedOverrides()
        var servedRevision: Int64 = 0
        var problems: [TemplateNamespace: TemplateFileProblem] = [:]
        /// Whether the values come from a source that has not delivered any yet.
        var awaitsContent = false
        var studies: StudyShelf
    }

    let projectID: String
    let projectNumber: String
    let apiKey: String?
    let serviceAccount: TrustedServiceAccount?
    let paths: [TemplateNamespace: String]
    let realtime = RealtimeHub()
    private let state: Mutex<State>

    init(_ project: EmulatedProject, at time: Date) throws(TemplateFileProblem) {
        projectID = project.projectID
        projectNumber = project.projectNumber
        apiKey = project.apiKey
        serviceAccount = project.serviceAccount
        var paths: [TemplateNamespace: String] = [:]
        paths[.client] = project.templatePath
        paths[.server] = project.serverTemplatePath
        self.paths = paths
        var templates: [TemplateNamespace: RemoteConfigTemplate] = [:]
        templates[.client] = project.template
        templates[.server] = project.serverTemplate
        for (namespace, path) in paths {
            do {
                templates[namespace] = try TemplateFileProblem.template(at: path)
            } catch {
                guard error.isMissing, project.mayLackFiles else { throw error }
            }
        }
        state = Mutex(
            State(
                served: ServedConfig(
                    template: nil, version: 0, experiments: project.experiments, projectNumber: projectNumber),
                studies: StudyShelf(project.studies, projectNumber: projectNumber)))
        state.withLock { state in
            for (namespace, version) in project.lastVersions {
                state.histories[namespace] = TemplateHistory(above: version)
            }
        }
        for (namespace, template) in templates {
            publish(to: namespace, PublishNote(time: time)) { $0.template = template }
        }
    }

    var served: ServedConfig { state.withLock { $0.served } }

    var servedToServers: ServedServerTemplate? { state.withLock { $0.servedToServers } }

    func history(_ namespace: TemplateNamespace) -> TemplateHistory {
        state.withLock { $0.histories[namespace] ?? TemplateHistory() }
    }

    func problem(_ namespace: TemplateNamespace) -> TemplateFileProblem? {
        state.withLock { $0.problems[namespace] }
    }

    /// Refuses requests for values until some are published, because an app drops its values if the answer has none.
    func awaitContent() { state.withLock { $0.awaitsContent = $0.histories[.client]?.template == nil } }

    /// Whether the values come from a source that has not delivered any yet.
    var awaitsContent: Bool { state.withLock(\.awaitsContent) }

    /// Publishes the result of `change` under the next version, unless it throws.
    @discardableResult
    func publish<Failure: Error>(
        to namespace: TemplateNamespace, _ note: PublishNote, _ change: (inout Draft) throws(Failure) -> Void
    ) throws(Failure) -> PublishedVersion? {
        try state.withLock { (state) throws(Failure) -> PublishedVersion? in
            var history = state.histories[namespace] ?? TemplateHistory()
            var draft = Draft(
                template: history.template ?? RemoteConfigTemplate(), experiments: state.served.experiments,
                version: history.version)
            try change(&draft)
            if namespace == .client {
                state.studies.follow(draft.template, after: history.template, at: note.time)
            }
            history.publish(draft.template, note)
            state.histories[namespace] = history
            let published = history.versions.last
            switch namespace {
            case .client:
                state.awaitsContent = false
                state.served = ServedConfig(
                    template: history.template, version: history.version, experiments: draft.experiments,
                    studies: state.studies.studies, projectNumber: projectNumber)
            case .server:
                guard let template = history.template, let published else { break }
                state.servedToServers = ServedServerTemplate(template, published, projectID: projectID)
            }
            return published
        }
    }

    /// Serves `overrides`. Returns false if they are served already.
    func serve(_ overrides: ServedOverrides) -> Bool {
        state.withLock { state in
            guard state.servedOverrides != overrides else { return false }
            state.servedOverrides = overrides
            state.servedRevision += 1
            return true
        }
    }

    /// Returns the overrides for a client. Those of its installation take precedence.
    func overrides(for client: EmulatedClient) -> InstallationOverrides {
        state.withLock { state in
            let own = state.overrides[client.installation] ?? InstallationOverrides()
            return InstallationOverrides(
                values: state.servedOverrides.values(for: client).merging(own.values) { $1 },
                revision: state.servedRevision + own.revision)
        }
    }

    /// The highest version of each template that was announced to anyone.
    var lastVersions: [TemplateNamespace: Int64] {
        state.withLock { state in
            var versions = state.histories.mapValues(\.version)
            let own = state.overrides.values.map(\.revision).max() ?? 0
            if state.servedRevision + own > 0 { versions[.client, default: 0] += state.servedRevision + own }
            return versions.filter { $0.value > 0 }
        }
    }

    var studies: StudyShelf { state.withLock { $0.studies } }

    func deleteStudy(_ reference: StudyReference) throws(EmulatorError) {
        try state.withLock { (state) throws(EmulatorError) in try state.studies.delete(reference) }
    }

    /// Returns the version that is announced to an installation.
    func version(for installation: String) -> Int64 {
        state.withLock { $0.version(for: installation) }
    }

    /// Returns the errors and warnings that the service would report about the served template.
    func warnings(_ namespace: TemplateNamespace) -> [TemplateProblem] {
        guard let template = history(namespace).template else { return [] }
        let validator = TemplateValidator(namespace: namespace)
        return validator.problems(of: template) + validator.unknownMembers(of: template)
    }

    func note(_ problem: TemplateFileProblem?, of namespace: TemplateNamespace) {
        state.withLock { $0.problems[namespace] = problem }
    }

    /// Changes the registrations under the lock.
    func withInstallations<Result: Sendable, Failure: Error>(
        _ body: (inout [String: RegisteredInstallation]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock { (state) throws(Failure) -> Result in try body(&state.installations) }
    }

    /// Reads or changes operators' overrides of installations, under the lock.
    func withOverrides<Result: Sendable>(_ body: (inout [String: InstallationOverrides]) -> Result) -> Result
    {
        state.withLock { body(&$0.overrides) }
    }

    /// Notifies the listening clients of the current version, each with its own number.
    func announce() {
        let current = state.withLock { $0 }
        realtime.send { .latestVersion(current.version(for: $0)) }
    }
}

extension ProjectState.State {
    /// Returns the version of the template, increased by each change to its overrides.
    fileprivate func version(for installation: String) -> Int64 {
        served.version + servedRevision + (overrides[installation]?.revision ?? 0)
    }
}

/// An installation that registered with the emulator.
struct RegisteredInstallation: Sendable {
    let refreshToken: String
    var token: String
    var tokenExpiresAt: Date
}

/// The overrides that an operator set for one installation.
struct InstallationOverrides: Sendable, Hashable {
    /// Texts by key, instead of those of the template; nil to omit the key.
    var values: [String: String?] = [:]
    /// The number of their changes. It is added to the template's version, so that a client notices a change.
    var revision: Int64 = 0
}

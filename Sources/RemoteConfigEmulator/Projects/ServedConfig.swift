import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Synchronization

/// What a project serves to clients: one version of its template and experiments, with the answers made once.
final class ServedConfig: Sendable {
    /// How many different answers are kept ready.
    private static let answerLimit = 256

    let template: RemoteConfigTemplate?
    let version: Int64
    let experiments: [ExperimentDescription]
    private let projectNumber: String
    private let answers = Mutex<[InstallationOverrides: ServedAnswer]>([:])

    init(
        template: RemoteConfigTemplate?, version: Int64, experiments: [ExperimentDescription], projectNumber: String
    ) {
        self.template = template
        self.version = version
        self.experiments = experiments
        self.projectNumber = projectNumber
    }

    /// The answer to an installation with these overrides.
    func answer(_ overrides: InstallationOverrides) -> ServedAnswer {
        if let ready = answers.withLock({ $0[overrides] }) { return ready }
        let answer = ServedAnswer(
            entries: entries(overrides.values), version: version + overrides.revision, experiments: experiments,
            projectNumber: projectNumber)
        answers.withLock { answers in
            if answers.count >= Self.answerLimit { answers.removeAll() }
            answers[overrides] = answer
        }
        return answer
    }

    private func entries(_ overrides: [String: String?]) -> [JSONObject.Member]? {
        guard template != nil || !overrides.isEmpty else { return nil }
        var rest = overrides
        var entries: [JSONObject.Member] = []
        for parameter in template?.parameters ?? [] {
            var value = parameter.defaultValue
            if let override = rest.removeValue(forKey: parameter.key) {
                value = override.map { .text($0) } ?? .inAppDefault
            }
            guard case .text(let text) = value else { continue }
            entries.append(JSONObject.Member(name: parameter.key, value: .string(text)))
        }
        for (key, text) in rest.sorted(by: { $0.key < $1.key }) {
            if let text { entries.append(JSONObject.Member(name: key, value: .string(text))) }
        }
        return entries
    }
}

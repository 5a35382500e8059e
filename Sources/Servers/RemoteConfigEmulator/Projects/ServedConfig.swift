import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Synchronization

/// What a project serves to clients: one version of its template and experiments, with the answers made once for all
/// who get the same values.
final class ServedConfig: Sendable {
    /// What decides which values an installation gets.
    private struct Key: Hashable {
        var holds: [Bool] = []
        /// The installation, where the template has rollouts: those go by it.
        var installation: String?
        var overrides: InstallationOverrides
    }

    /// How many different answers are kept ready.
    private static let answerLimit = 256

    let version: Int64
    let experiments: [ExperimentDescription]
    private let template: ClientTemplate?
    private let hasConditions: Bool
    private let hasRollouts: Bool
    private let projectNumber: String
    private let answers = Mutex<[Key: ServedAnswer]>([:])

    init(
        template: RemoteConfigTemplate?, version: Int64, experiments: [ExperimentDescription], projectNumber: String
    ) {
        self.template = template.map(ClientTemplate.init)
        let conditional = template?.parameters.flatMap(\.conditionalValues) ?? []
        hasConditions = !conditional.isEmpty
        hasRollouts = conditional.contains { $0.value.rollout != nil }
        self.version = version
        self.experiments = experiments
        self.projectNumber = projectNumber
    }

    /// The answer to an installation with these overrides.
    func answer(_ instance: @autoclosure () -> AppInstance, _ overrides: InstallationOverrides) -> ServedAnswer {
        var key = Key(overrides: overrides)
        var evaluation: ClientEvaluation?
        if hasConditions, let template {
            let instance = instance()
            evaluation = template.evaluate(for: instance)
            key.holds = evaluation?.conditions.map(\.holds) ?? []
            if hasRollouts { key.installation = instance.installationID }
        }
        if let ready = answers.withLock({ $0[key] }) { return ready }
        let answer = ServedAnswer(
            entries: entries(evaluation, overrides.values), version: version + overrides.revision,
            experiments: experiments, projectNumber: projectNumber)
        answers.withLock { answers in
            if answers.count >= Self.answerLimit { answers.removeAll() }
            answers[key] = answer
        }
        return answer
    }

    private func entries(_ evaluation: ClientEvaluation?, _ overrides: [String: String?]) -> [JSONObject.Member]? {
        guard template != nil || !overrides.isEmpty else { return nil }
        var rest = overrides
        var entries: [JSONObject.Member] = []
        for (key, text) in values(evaluation) {
            guard let text = rest.removeValue(forKey: key) ?? text else { continue }
            entries.append(JSONObject.Member(name: key, value: .string(text)))
        }
        for (key, text) in rest.sorted(by: { $0.key < $1.key }) {
            if let text { entries.append(JSONObject.Member(name: key, value: .string(text))) }
        }
        return entries
    }

    private func values(_ evaluation: ClientEvaluation?) -> [(key: String, text: String?)] {
        if let evaluation { return evaluation.outcomes.map { ($0.key, $0.text) } }
        return (template?.template.parameters ?? []).map { parameter in
            guard case .text(let text) = parameter.defaultValue else { return (parameter.key, nil) }
            return (parameter.key, text)
        }
    }
}

import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Locks

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

/// The answer to a client fetch, made once for all who get the same values.
struct ServedAnswer: Sendable {
    let etag: String
    /// What it says about itself: `UPDATE`, `EMPTY_CONFIG` or `NO_TEMPLATE`.
    let state: String
    let version: Int64
    let body: [UInt8]
    /// The answer to a client that has these values already.
    let unchangedBody: [UInt8]

    init(entries: [JSONObject.Member]?, version: Int64, experiments: [ExperimentDescription], projectNumber: String) {
        self.version = version
        state = entries.map { $0.isEmpty ? "EMPTY_CONFIG" : "UPDATE" } ?? "NO_TEMPLATE"
        let entries = entries ?? []
        var object = JSONObject()
        if !entries.isEmpty { object["entries"] = .object(JSONObject(distinct: entries)) }
        object["state"] = .string(state)
        if !experiments.isEmpty, !entries.isEmpty {
            object["experimentDescriptions"] = .array(experiments.map { .object($0.json) })
        }
        // Of the content only, as at Google: a version that changes other users' values is no update for this one.
        etag = "etag-\(projectNumber)-firebase-fetch-\(ContentHash(JSONValue.object(object).compactBytes).value)"
        if state != "NO_TEMPLATE" { object["templateVersion"] = .string(String(version)) }
        body = JSONValue.object(object).compactBytes
        object["entries"] = nil
        object["experimentDescriptions"] = nil
        object["state"] = "NO_CHANGE"
        unchangedBody = JSONValue.object(object).compactBytes
    }
}

/// What a project serves to servers: its compiled template, with the answer made once.
struct ServedServerTemplate: Sendable {
    let etag: String
    let body: [UInt8]

    init(_ template: RemoteConfigTemplate, _ version: PublishedVersion, projectID: String) {
        var document = CompiledTemplate(template).json
        document["version"] = .object(version.json)
        self.init(document, projectID: projectID)
    }

    /// The answer with this document, which is empty if none was published.
    init(_ document: JSONObject, projectID: String) {
        body = JSONValue.object(document).compactBytes
        etag = "etag-\(projectID)-firebase-server-fetch-\(ContentHash(body).value)"
    }
}

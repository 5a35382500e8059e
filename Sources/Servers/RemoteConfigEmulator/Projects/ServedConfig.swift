import ExperimentsCore
import ExperimentsLocks
import FirebaseConfig
import FirebaseTemplates

/// The content that a project serves to clients: one version of its template and experiments, with answers that are
/// created once for all clients with the same values.
final class ServedConfig: Sendable {
    /// Everything that decides an installation's values.
    private struct Key: Hashable {
        var holds: [Bool] = []
        /// The installation, if the template has rollouts or experiments, because these depend on it.
        var installation: String?
        var overrides: InstallationOverrides
    }

    /// The largest number of cached answers.
    private static let answerLimit = 256

    let version: Int64
    let experiments: [ExperimentDescription]
    private let template: ClientTemplate?
    private let hasConditions: Bool
    private let hasStudies: Bool
    private let studies: [StudyReference: Study]
    private let projectNumber: String
    private let answers = Mutex<[Key: ServedAnswer]>([:])

    init(
        template: RemoteConfigTemplate?, version: Int64, experiments: [ExperimentDescription],
        studies: [Study] = [],
        projectNumber: String
    ) {
        self.studies = Dictionary(studies.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
        self.template = template.map(ClientTemplate.init)
        let conditional = template?.parameters.flatMap(\.conditionalValues) ?? []
        hasConditions = !conditional.isEmpty
        hasStudies = conditional.contains { $0.value.study != nil }
        self.version = version
        self.experiments = experiments
        self.projectNumber = projectNumber
    }

    /// The answer to an installation with these overrides.
    func answer(_ instance: @autoclosure () -> AppInstance, _ overrides: InstallationOverrides)
        -> ServedAnswer
    {
        var key = Key(overrides: overrides)
        var evaluation: ClientEvaluation?
        if hasConditions, let template {
            let instance = instance()
            evaluation = template.evaluate(for: instance) { [studies] study in
                studies[study]?.variants.map { $0.weight ?? 1 } ?? []
            }
            key.holds = evaluation?.conditions.map(\.holds) ?? []
            if hasStudies { key.installation = instance.installationID }
        }
        if let ready = answers.withLock({ $0[key] }) { return ready }
        let answer = ServedAnswer(
            entries: entries(evaluation, overrides.values), version: version + overrides.revision,
            metadata: metadata(evaluation, without: Set(overrides.values.keys)), projectNumber: projectNumber)
        answers.withLock { answers in
            if answers.count >= Self.answerLimit { answers.removeAll() }
            answers[key] = answer
        }
        return answer
    }

    /// Returns why the installation has its values. Overridden values are not those of an experiment or a rollout.
    private func metadata(_ evaluation: ClientEvaluation?, without overridden: Set<String>) -> FetchMetadata {
        var metadata = FetchMetadata(experiments.compactMap { $0.without(overridden) })
        for outcome in evaluation?.outcomes ?? [] where !overridden.contains(outcome.key) {
            for assignment in outcome.assignments { metadata.add(assignment, of: outcome.key) }
        }
        metadata.start { studies[$0]?.startedAt }
        return metadata
    }

    private func entries(_ evaluation: ClientEvaluation?, _ overrides: [String: String?]) -> [JSONObject
        .Member]?
    {
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

/// The answer to a client fetch, created once for all clients with the same values.
struct ServedAnswer: Sendable {
    let etag: String
    /// The state in the answer: `UPDATE`, `EMPTY_CONFIG` or `NO_TEMPLATE`.
    let state: String
    let version: Int64
    let body: [UInt8]
    /// The answer to a client that has these values already.
    let unchangedBody: [UInt8]

    init(entries: [JSONObject.Member]?, version: Int64, metadata: FetchMetadata, projectNumber: String) {
        self.version = version
        state = entries.map { $0.isEmpty ? "EMPTY_CONFIG" : "UPDATE" } ?? "NO_TEMPLATE"
        let entries = entries ?? []
        var object = JSONObject()
        if !entries.isEmpty { object["entries"] = .object(JSONObject(distinct: entries)) }
        object["state"] = .string(state)
        if !entries.isEmpty { metadata.members.forEach { object[$0.name] = $0.value } }
        // The tag depends only on the content, as at Google: a version that changes other users' values is not an
        // update for this one.
        etag =
            "etag-\(projectNumber)-firebase-fetch-\(ContentHash(JSONValue.object(object).compactBytes).value)"
        if state != "NO_TEMPLATE" { object["templateVersion"] = .string(String(version)) }
        body = JSONValue.object(object).compactBytes
        for name in ["entries"] + FetchMetadata.names { object[name] = nil }
        object["state"] = "NO_CHANGE"
        unchangedBody = JSONValue.object(object).compactBytes
    }
}

/// The content that a project serves to servers: its compiled template, with an answer that is created once.
struct ServedServerTemplate: Sendable {
    let etag: String
    let body: [UInt8]

    init(_ template: RemoteConfigTemplate, _ version: PublishedVersion, projectID: String) {
        var document = template.compiled
        document["version"] = .object(version.json)
        self.init(document, projectID: projectID)
    }

    /// Creates the answer with this document, which is empty if none was published.
    init(_ document: JSONObject, projectID: String) {
        body = JSONValue.object(document).compactBytes
        etag = "etag-\(projectID)-firebase-server-fetch-\(ContentHash(body).value)"
    }
}

/// Operators' values that replace those of a template.
public struct ServedOverrides: Sendable, Hashable {
    /// The texts by key, for everyone; nil to leave the key out, so that the app uses its own default.
    public var everyone: [String: String?]
    /// The same for some clients only.
    var narrower: [ServedScope: [String: ServedValue]] = [:]

    /// Creates overrides for everyone, by default none.
    public init(everyone: [String: String?] = [:]) {
        self.everyone = everyone
    }

    /// The number of narrower scopes with overrides.
    public var narrowerScopeCount: Int { narrower.count }

    /// Returns the values for one client: for each key, those of the narrowest scope that has one.
    func values(for client: EmulatedClient) -> [String: String?] {
        guard !narrower.isEmpty else { return everyone }
        var values = everyone
        for installation in [nil, client.installation] {
            for name in client.appNames {
                for (key, value) in narrower[ServedScope(app: name, installation: installation)] ?? [:] {
                    switch value {
                    case .text(let text): values.updateValue(text, forKey: key)
                    case .leftOut: values.updateValue(nil, forKey: key)
                    case .template: values.removeValue(forKey: key)
                    }
                }
            }
        }
        return values
    }
}

/// A scope of clients: those of an app, or one installation of it.
struct ServedScope: Sendable, Hashable {
    /// The ID of the app, or the name of its package.
    let app: String
    /// The ID of the installation; nil for all of the app.
    let installation: String?
}

/// The value of a key in a scope.
enum ServedValue: Sendable, Hashable {
    /// This text.
    case text(String)
    /// Nothing is sent, so that the app uses its own default.
    case leftOut
    /// The template's value, regardless of wider scopes, because the override is switched off.
    case template
}

/// A client of an emulator.
struct EmulatedClient: Sendable, Hashable {
    /// The ID of the installation.
    let installation: String
    /// The names of its app: its ID, such as `1:123456789012:ios:0a1b2c3d`, and the name of its package, if it sends
    /// them.
    let appNames: [String]
}

extension ExperimentDescription {
    /// Returns the description without some keys; nil if it affects no others.
    fileprivate func without(_ keys: Set<String>) -> ExperimentDescription? {
        let rest = affectedParameterKeys.filter { !keys.contains($0) }
        guard rest.count < affectedParameterKeys.count else { return self }
        guard !rest.isEmpty else { return nil }
        var json = json
        json["affectedParameterKeys"] = .array(rest.map(JSONValue.string))
        return ExperimentDescription(json)
    }
}

import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates

/// What a project serves to clients: one version of its template and experiments, with the answer made once.
struct ServedConfig: Sendable {
    let template: RemoteConfigTemplate?
    let version: Int64
    let experiments: [ExperimentDescription]
    let etag: String
    let state: String
    let body: [UInt8]
    let unchangedBody: [UInt8]

    init(
        template: RemoteConfigTemplate?, version: Int64, experiments: [ExperimentDescription], projectNumber: String
    ) {
        self.template = template
        self.version = version
        self.experiments = experiments
        let entries = (template?.parameters ?? []).compactMap { parameter -> JSONObject.Member? in
            guard case .text(let text) = parameter.defaultValue else { return nil }
            return JSONObject.Member(name: parameter.key, value: .string(text))
        }
        state = template == nil ? "NO_TEMPLATE" : entries.isEmpty ? "EMPTY_CONFIG" : "UPDATE"
        var object = JSONObject()
        if !entries.isEmpty { object["entries"] = .object(JSONObject(distinct: entries)) }
        object["state"] = .string(state)
        if template != nil { object["templateVersion"] = .string(String(version)) }
        if !experiments.isEmpty, !entries.isEmpty {
            object["experimentDescriptions"] = .array(experiments.map { .object($0.json) })
        }
        body = JSONValue.object(object).compactBytes
        etag = "etag-\(projectNumber)-firebase-fetch-\(Self.hash(body))"
        object["entries"] = nil
        object["experimentDescriptions"] = nil
        object["state"] = "NO_CHANGE"
        unchangedBody = JSONValue.object(object).compactBytes
    }

    /// FNV-1a: the same content has the same tag in every run.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

import ExperimentsCore
import FirebaseConfig

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
        if state != "NO_TEMPLATE" { object["templateVersion"] = .string(String(version)) }
        if !experiments.isEmpty, !entries.isEmpty {
            object["experimentDescriptions"] = .array(experiments.map { .object($0.json) })
        }
        body = JSONValue.object(object).compactBytes
        etag = "etag-\(projectNumber)-firebase-fetch-\(ContentHash(body).value)"
        object["entries"] = nil
        object["experimentDescriptions"] = nil
        object["state"] = "NO_CHANGE"
        unchangedBody = JSONValue.object(object).compactBytes
    }
}

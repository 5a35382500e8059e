import ExperimentsCore
import FirebaseTemplates

/// What a project serves to servers: its compiled template, with the answer made once.
struct ServedServerTemplate: Sendable {
    let etag: String
    let body: [UInt8]

    init(_ template: RemoteConfigTemplate, _ version: PublishedVersion, projectID: String) {
        var document = CompiledTemplate(template).json
        document["version"] = .object(version.json)
        body = JSONValue.object(document).compactBytes
        etag = "etag-\(projectID)-firebase-server-fetch-\(ContentHash(body).value)"
    }
}

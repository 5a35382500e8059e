import ExperimentsCore
import FirebaseTemplates

/// What a project serves to servers: its compiled template, with the answer made once.
struct ServedServerTemplate: Sendable {
    let etag: String
    let body: [UInt8]
    /// What is wrong with expressions that servers can't evaluate; their conditions never hold.
    let problems: [TemplateProblem]

    init(_ template: RemoteConfigTemplate, _ version: PublishedVersion, projectID: String) {
        let compiled = CompiledTemplate(template)
        var document = compiled.json
        document["version"] = .object(version.json)
        body = JSONValue.object(document).compactBytes
        problems = compiled.problems
        etag = "etag-\(projectID)-firebase-server-fetch-\(ContentHash.of(body))"
    }
}

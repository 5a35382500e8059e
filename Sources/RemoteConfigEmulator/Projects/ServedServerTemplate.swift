import ExperimentsCore

/// What a project serves to servers: its compiled template, with the answer made once.
struct ServedServerTemplate: Sendable {
    let etag: String
    let body: [UInt8]

    init(_ version: PublishedVersion, projectID: String) {
        body = version.body
        etag = "etag-\(projectID)-firebase-server-fetch-\(ContentHash.of(body))"
    }
}

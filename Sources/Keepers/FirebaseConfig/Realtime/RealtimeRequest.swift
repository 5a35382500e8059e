import ExperimentsCore
import Foundation

/// Builds the request that opens a realtime stream.
struct RealtimeRequest {
    let project: FirebaseProject
    let namespace: String
    let base: URL
    let installation: Installation
    let fetched: FetchedConfig?

    func transportRequest(timeout: Duration) throws(FirebaseFetchError) -> TransportRequest {
        let url = try project.url(of: "streamFetchInvalidations", in: namespace, at: base, from: .realtime)
        var headers = project.headers(installation.token)
        // Without these, a proxy of the service may keep the answer until it is whole.
        headers["x-google-gfe-can-retry"] = "yes"
        headers["x-accept-response-streaming"] = "true"
        headers["if-none-match"] = fetched?.etag
        return TransportRequest(.post, url, headers: headers, body: body.compactBytes, timeout: timeout)
    }

    var body: JSONValue {
        [
            "project": .string(project.projectID), "namespace": .string(namespace),
            "lastKnownVersionNumber": .string(String(fetched?.templateVersion ?? 0)),
            "appId": .string(project.appID.text), "sdkVersion": .string(SDKVersion.text),
            "appInstanceId": .string(installation.id.text),
        ]
    }
}

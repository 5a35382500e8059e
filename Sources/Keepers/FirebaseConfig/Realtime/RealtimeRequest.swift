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
        guard let namespace = namespace.addingPercentEncoding(withAllowedCharacters: .alphanumerics),
            let url = base.service(
                "/v1/projects/\(project.projectID)/namespaces/\(namespace):streamFetchInvalidations")
        else {
            throw .invalidAnswer(
                InvalidAnswer(
                    service: .realtime, problem: "no URL can be made of \(base.absoluteString) and \(self.namespace)"))
        }
        var headers: HeaderFields = [
            "content-type": "application/json", "accept": "application/json", "x-goog-api-key": project.apiKey.text,
            "x-goog-firebase-installations-auth": installation.token.text,
            // Without these, a proxy of the service may keep the answer until it is whole.
            "x-google-gfe-can-retry": "yes", "x-accept-response-streaming": "true",
        ]
        headers["if-none-match"] = fetched?.etag
        project.identify(in: &headers)
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

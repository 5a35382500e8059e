import ExperimentsCore
import Foundation

extension HTTPTransport {
    /// Does the same as `send`, and adds this service to the errors of the transport.
    func answer(to request: TransportRequest, from service: FirebaseService) async throws -> TransportResponse
    {
        do {
            return try await send(request)
        } catch let error as TransportError {
            throw FirebaseFetchError.unreachable(service, error)
        }
    }
}

extension FirebaseProject {
    /// Returns the headers of a request to any of the services, with a token for requests of an installation.
    func headers(_ token: InstallationToken? = nil) -> HeaderFields {
        var headers: HeaderFields = [
            "content-type": "application/json", "accept": "application/json", "x-goog-api-key": apiKey.text,
        ]
        headers["x-goog-firebase-installations-auth"] = token?.text
        // Google checks these headers for API keys that are restricted to certain apps.
        switch appID.platform {
        case .ios: headers["x-ios-bundle-identifier"] = packageName
        case .android: headers["x-android-package"] = packageName
        case .web: break
        }
        return headers
    }

    /// Returns the address of an operation on one of the project's templates: `…/namespaces/firebase:fetch`.
    func url(
        of operation: String, in namespace: String, at base: URL, from service: FirebaseService
    ) throws(FirebaseFetchError) -> URL {
        let path = "/v1/projects/\(projectID)/namespaces/\(namespace.percentEncoded):\(operation)"
        guard let url = base.service(path) else {
            let problem = "invalid URL \(base.absoluteString) and \(namespace)"
            throw .invalidAnswer(InvalidAnswer(service: service, problem: problem))
        }
        return url
    }
}

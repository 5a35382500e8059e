import Foundation

extension HTTPTransport {
    /// As `send`, with the transport's errors said of the service that was asked.
    func answer(to request: TransportRequest, from service: FirebaseService) async throws -> TransportResponse {
        do {
            return try await send(request)
        } catch let error as TransportError {
            throw FirebaseFetchError.unreachable(service, error)
        }
    }
}

extension URL {
    /// This base followed by a service's path, which is already encoded.
    func service(_ path: String) -> URL? {
        var base = absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        return URL(string: base + path)
    }
}

extension FirebaseProject {
    /// Adds the header by which Google tells an app of a restricted API key.
    func identify(in headers: inout HeaderFields) {
        guard let packageName else { return }
        switch appID.platform {
        case .ios: headers["x-ios-bundle-identifier"] = packageName
        case .android: headers["x-android-package"] = packageName
        case .web: break
        }
    }
}

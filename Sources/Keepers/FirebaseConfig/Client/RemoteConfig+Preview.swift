import Locks

extension RemoteConfig {
    /// Creates a client for previews of an app's screens. It always has these values.
    ///
    /// A fetch succeeds at once, without a request, and an activation reports a change. Neither posts a notification,
    /// and setting defaults changes nothing.
    ///
    /// - Parameters:
    ///   - defaults: the values.
    ///   - libraryDefaults: the values that libraries use if `defaults` has none.
    ///   - platform: the platform of the app.
    public static func preview(
        withDefaults defaults: [Key: DefaultValue], over libraryDefaults: [Key: DefaultValue] = [:],
        platform: AppID.Platform = .ios
    ) -> RemoteConfig {
        let config = RemoteConfig(
            project: FirebaseProject(previewOf: platform), transport: NoTransport(error: .offline))
        let texts = texts(of: libraryDefaults).merging(texts(of: defaults)) { $1 }
        config.defaults.withLock { $0.fixed = texts }
        return config
    }

    /// Creates a client without a project. It has the app's defaults alone, and each fetch fails for this reason.
    package static func unconfigured(because reason: String) -> RemoteConfig {
        RemoteConfig(
            project: FirebaseProject(previewOf: .ios),
            transport: NoTransport(error: .other(host: "Firebase", code: 0, reason: reason)))
    }

    /// Whether this client was made for previews.
    var isPreview: Bool { defaults.withLock { $0.fixed != nil } }
}

extension FirebaseProject {
    /// The project of a client that never sends a request.
    fileprivate init(previewOf platform: AppID.Platform) {
        projectID = "preview"
        appID = AppID(previewOf: platform)
        apiKey = APIKey("")
        packageName = nil
    }
}

extension AppID {
    fileprivate init(previewOf platform: Platform) {
        text = "1:0:\(platform.rawValue):0"
        projectNumber = "0"
        self.platform = platform
    }
}

/// Has no network.
private struct NoTransport: HTTPTransport {
    let error: TransportError

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw error
    }
}
